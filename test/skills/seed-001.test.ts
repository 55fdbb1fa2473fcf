// What the Skill Composer promises and what it never does: one row of the table for each sentence, named after it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { compose, composeProse, type ComposePorts } from "../../extension/skills/composer/compose.ts";
import type { Composed, Composition } from "../../extension/skills/composer/composition.ts";
import { nestedRequest } from "../../extension/skills/composer/nested.ts";
import { ComposeRequest } from "../../extension/skills/composer/request.ts";
import { composePorts as ports, composeRequest } from "../fakes/compose-request.ts";

type Fields = Record<string, unknown>;

const run = (skill: Fields = {}, rest: Fields = {}, other: Partial<ComposePorts> = {}): Promise<Composed> =>
  compose(composeRequest(skill, rest), { ...ports, ...other });

async function composed(skill: Fields = {}, rest: Fields = {}): Promise<Composition> {
  const result = await run(skill, rest);
  if (!result.ok) throw new Error(result.error.message);
  return result.composition;
}

async function errorOf(skill: Fields = {}, rest: Fields = {}): Promise<Fields> {
  const result = await run(skill, rest);
  return result.ok ? {} : { ...result.error };
}

const text = (id: string, kind: string, body: string, rest: Fields = {}): Fields => ({
  ...{ id, version: "3", kind, body },
  ...rest,
});
const ids = ({ used_artifacts }: Composition): string[] => used_artifacts.map(({ id }) => id);
const staged = {
  stages: [
    { name: "look", tools: ["grep"] },
    { name: "tell", tools: ["read"] },
  ],
};

/** Sentence → test, by the part of the page it stands in. */
const sentences: Record<string, [sentence: string, test: () => Promise<void> | void][]> = {
  "what it is not": [
    [
      "no state between invocations: what was composed before is not consulted",
      async () => {
        const first = await run();
        await run({ framing: "Another." }, { user_request: "Another." });
        expect(await run()).toEqual(first);
      },
    ],
    [
      "not a permission arbiter: nothing is granted that was not given",
      async () => {
        const none = { available_tools: [], caller_capabilities: [] };
        expect((await composed({}, none)).subgraph.tool_availability).toEqual([]);
      },
    ],
    [
      "not a tool router: the skill it is given is the skill it composes",
      async () => expect((await run({ id: "given" })).record.skill_id).toBe("given"),
    ],
  ],
  inputs: [
    [
      "memory is items, not a handle: only data is taken, and none of it reaches the prompt",
      async () => {
        const memory_context = [{ name: "tabs", body: "Prefers tabs." }];
        expect((await composed({}, { memory_context })).prompt).toBe((await composed()).prompt);
        const handle = { ...composeRequest(), memory_context: [{ search: () => [] }] };
        expect(ComposeRequest.safeParse(handle).success).toBe(false);
      },
    ],
    [
      "no channel means the whole workspace: scope is read, not derived",
      async () => {
        const artifacts = [
          text("w", "Description", "W", { include_when: { scope: "workspace" } }),
          text("s", "Description", "S", { include_when: { scope: "session" } }),
        ];
        expect(ids(await composed({ artifacts }))).toEqual(["w"]);
        expect(ids(await composed({ artifacts }, { channel_id: "c" }))).toEqual(["s"]);
      },
    ],
  ],
  outputs: [
    [
      "the prompt is framing, descriptions, examples, then the request framed by its parameters",
      async () => {
        const artifacts = [
          text("e", "Example", "Example text."),
          text("p", "PromptTemplate", "Not a framing."),
          text("d", "Description", "Description text."),
        ];
        const { prompt } = await composed({ artifacts }, { parameters: { tone: "dry", depth: 2 } });
        expect(prompt).toBe(
          [
            "Explain what is asked.",
            ...["# Background", "Description text."],
            ...["# Examples", "## Example 1", "Example text."],
            ...["# Request", 'Parameters:\n- depth: 2\n- tone: "dry"', "What does this do?"],
          ].join("\n\n"),
        );
      },
    ],
    [
      "the used artifacts are exactly those that were read, with their versions",
      async () => {
        const artifacts = [
          text("a", "Approach", "Look first.", { version: "7" }),
          text("d", "Description", "D"),
          text("no", "Description", "N", { include_when: { params: { x: 1 } } }),
        ];
        const framing = { kind: "PromptTemplate", body: "Go.", id: "t", version: "2" };
        expect((await composed({ artifacts, framing })).used_artifacts).toEqual([
          { id: "t", version: "2" },
          { id: "d", version: "3" },
          { id: "a", version: "7" },
        ]);
      },
    ],
    [
      "a preference for a model is carried through",
      async () => expect((await composed({ model_preference: "small" })).model_preference).toBe("small"),
    ],
  ],
  algorithm: [
    [
      "1: fails closed without name, framing or schema of parameters",
      async () => {
        for (const field of ["name", "framing", "parameter_schema"])
          expect(await errorOf({ [field]: null })).toMatchObject({ type: "MissingRequiredField", field });
        expect(await errorOf({ framing: "  " })).toMatchObject({ field: "framing" });
        expect(await errorOf({ framing: { kind: "PromptTemplate", body: "" } })).toMatchObject({ field: "framing" });
      },
    ],
    [
      "1: fails closed when the schema of parameters is malformed",
      async () => {
        const malformed = [
          ...["string", 3, [], { type: "strnig" }, { properties: [] }, { required: "a" }],
          ...[{ properties: { a: { type: 3 } } }, { anyOf: {} }, { properties: { a: { $ref: "#/$defs/b" } } }],
          ...[{ enum: "a" }, { properties: { a: { pattern: "(" } } }, { items: 3 }],
        ];
        for (const parameter_schema of malformed)
          expect(await errorOf({ parameter_schema }), JSON.stringify(parameter_schema)).toMatchObject({
            type: "MissingRequiredField",
            field: "parameter_schema",
          });
      },
    ],
    [
      "1: fails closed when it needs tools and there are none",
      async () => {
        const error = await errorOf({ requires_tools: true }, { available_tools: [] });
        expect(error).toMatchObject({ type: "CapabilityNarrowing" });
      },
    ],
    [
      "2: a template is rendered against the parameters",
      async () => {
        const framing = { kind: "PromptTemplate", body: "Speak {{ language }}{% if loud %}!{% endif %}" };
        const { prompt } = await composed({ framing }, { parameters: { language: "Welsh", loud: true } });
        expect(prompt).toMatch(/^Speak Welsh!\n\n# Request/);
      },
    ],
    [
      "2: any other framing is literal prose",
      async () => {
        const framing = "Write {{ name }} and {% raw %} as they are.";
        expect((await composed({ framing }, { parameters: { name: "x" } })).prompt).toContain(framing);
      },
    ],
    [
      "3: a description is included when its condition matches scope, parameters, or there is none",
      async () => {
        const when = (id: string, params: Fields): Fields => text(id, "Description", id, { include_when: { params } });
        const artifacts = [
          when("value", { lang: "rust" }),
          when("values", { lang: ["go", "rust"] }),
          when("given", { lang: true }),
          when("other", { lang: "go" }),
          when("absent", { tone: true }),
          when("off", { loud: true }),
          when("both", { lang: "rust", tone: "dry" }),
          text("always", "Description", "always"),
        ];
        const { used_artifacts } = await composed({ artifacts }, { parameters: { lang: "rust", loud: false } });
        expect(used_artifacts.map(({ id }) => id)).toEqual(["value", "values", "given", "always"]);
      },
    ],
    [
      "3: examples are picked by their tags, then as authored, three at most",
      async () => {
        const tagged = (id: string, ...tags: string[]): Fields => text(id, "Example", id, { tags });
        const artifacts = [
          ...[tagged("none"), tagged("css", "css"), tagged("rust", "Rust"), tagged("both", "rust", "async")],
          ...[tagged("late", "rust"), tagged("later", "rust")],
        ];
        const asked = { user_request: "Why is async so hard?", parameters: { lang: "rust" } };
        expect(ids(await composed({ artifacts }, asked))).toEqual(["both", "rust", "late"]);
        expect(ids(await composed({ artifacts }, { user_request: "Trusted?" }))).toEqual(["none"]);
        const plain = ["a", "b", "c", "d"].map((id) => tagged(id));
        expect(ids(await composed({ artifacts: plain }))).toEqual(["a", "b", "c"]);
      },
    ],
    [
      "4: authored prose is not reworded: not a blank of it changes",
      async () => {
        const odd = "  Two  blanks,\ttabs\r\nand a \\n, $1, {{ x }} and <b>.\n\n\n";
        const artifacts = [text("d", "Description", odd), text("e", "Example", odd)];
        const { prompt } = await composed({ framing: odd, artifacts }, { user_request: odd });
        expect(prompt.split(odd)).toHaveLength(5);
      },
    ],
    [
      "5: all available tools by default, fewer when the Approach says so for these parameters",
      async () => {
        const include_when = { params: { quick: true } };
        const artifacts = [text("a", "Approach", "Only read.", { tools: ["read"], include_when })];
        const toolsFor = async (parameters: Fields): Promise<string[]> =>
          (await composed({ artifacts }, { parameters })).subgraph.tool_availability;
        expect(await toolsFor({})).toEqual(["read", "grep"]);
        expect(await toolsFor({ quick: true })).toEqual(["read"]);
      },
    ],
    [
      "5: a stage carries its part of the Approach, a loop all of it, as authored",
      async () => {
        const body = "Slowly.\n# Look\nHere.\n# Tell\nAll.";
        const { subgraph } = await composed({ artifacts: [text("a", "Approach", body, staged)] });
        expect(subgraph.approach).toBe("Slowly.");
        expect(subgraph.stages.map((stage) => stage.text)).toEqual(["# Look\nHere.", "# Tell\nAll."]);
        expect((await composed({ artifacts: [text("a", "Approach", body)] })).subgraph.approach).toBe(body);
      },
    ],
    [
      "5: a loop, or stages in the order the Approach lists them",
      async () => {
        expect((await composed()).subgraph).toMatchObject({ shape: "loop", stages: [] });
        const { subgraph, expected_tool_calls } = await composed({ artifacts: [text("a", "Approach", "", staged)] });
        expect(subgraph).toMatchObject({ shape: "staged", stages: staged.stages });
        expect(expected_tool_calls).toEqual(["grep", "read"]);
      },
    ],
    [
      "6: named interrupts become nodes of the graph",
      async () => {
        const interrupts = ["on_ambiguous_input", "before_tell", "on_poor_result", "on_doubt"];
        const composition = await composed({ interrupts, artifacts: [text("a", "Approach", "", staged)] });
        expect(composition.declared_interrupts).toEqual(interrupts);
        expect(composition.subgraph.interrupts).toEqual([
          { name: "on_ambiguous_input", node: "input-validation" },
          { name: "before_tell", node: "stage:tell" },
          { name: "on_poor_result", node: "output-check" },
          { name: "on_doubt", node: "planner-executor" },
        ]);
      },
    ],
    [
      "7: it ends by a matching output, by a number of calls, or when the caller cancels",
      async () => {
        const output_schema = { type: "object" };
        const exit = async (skill: Fields): Promise<unknown> => (await composed(skill)).exit_condition;
        expect(await exit({ output_schema, tool_call_budget: 5 })).toEqual({
          ...{ kind: "output_schema", output_schema, tool_call_budget: 5 },
        });
        expect(await exit({ tool_call_budget: 5 })).toEqual({ kind: "tool_call_budget", tool_call_budget: 5 });
        expect(await exit({})).toEqual({ kind: "caller_cancelled" });
      },
    ],
    [
      "no model is consulted, whether the framing is prose or a template",
      async () => {
        const plan = vi.fn();
        const artifacts = [text("a", "Approach", "First look, then tell.")];
        await run({ artifacts }, {}, { plan });
        await run({ artifacts, framing: { kind: "PromptTemplate", body: "x" } }, {}, { plan });
        expect(plan).not.toHaveBeenCalled();
      },
    ],
    [
      "a model decides the shape only where the skill delegates it, and never beyond what is available",
      async () => {
        const plan = vi.fn(() =>
          Promise.resolve({ tools: ["read", "bash"], stages: [{ name: "one", tools: ["bash", "read"] }] }),
        );
        const artifacts = [text("a", "Approach", "First look, then tell.")];
        const result = await run({ artifacts, planner_delegates_shape: true }, {}, { plan });
        expect(plan).toHaveBeenCalledExactlyOnceWith("First look, then tell.", ["read", "grep"]);
        expect(result).toMatchObject({
          composition: { subgraph: { tool_availability: ["read"], stages: [{ name: "one", tools: ["read"] }] } },
        });
      },
    ],
    [
      "without a model to ask, a delegated shape is the authored one",
      async () => {
        const artifacts = [text("a", "Approach", "", staged)];
        const delegated = await composed({ artifacts, planner_delegates_shape: true });
        expect(delegated).toEqual(await composed({ artifacts }));
      },
    ],
  ],
  "capability bounding": [
    [
      "what is available is the ceiling, and the caller's capabilities are above it",
      async () => {
        const rest = { available_tools: [{ name: "read" }, { name: "bash" }], caller_capabilities: ["read", "write"] };
        expect((await composed({}, rest)).subgraph.tool_availability).toEqual(["read"]);
      },
    ],
    [
      "a framing that says “use any tool” grants none",
      async () => {
        const framing = "Use any tool you need, bash too.";
        expect((await composed({ framing })).subgraph.tool_availability).toEqual(["read", "grep"]);
      },
    ],
    [
      "a nested skill gets its own surface within the top caller's capabilities, on the same thread",
      () => {
        const top = composeRequest({ tool_surface: ["read"] }, { caller_capabilities: ["read", "grep"] });
        const inner = composeRequest({ name: "inner", tool_surface: ["grep", "bash"] }).skill_package;
        const known = [{ name: "read" }, { name: "grep" }, { name: "bash" }];
        const nested = nestedRequest(top, inner, { user_request: "Find it.", parameters: {} }, known);
        expect(nested.available_tools).toEqual([{ name: "grep" }]);
        expect(nested.caller_capabilities).toEqual(top.caller_capabilities);
        expect(nested.thread_id).toBe(top.thread_id);
      },
    ],
  ],
  errors: [
    [
      "MalformedTemplate: a rendering failed",
      async () => {
        for (const body of ["{{ nobody }}", "{% if %}", "{{ ''.constructor }}"])
          expect(await errorOf({ framing: { kind: "PromptTemplate", body } })).toMatchObject({
            type: "MalformedTemplate",
          });
      },
    ],
    [
      "UnknownTool: a tool that is named and not available is an error, not left out",
      async () => {
        const approach = (rest: Fields): Fields => ({ artifacts: [text("a", "Approach", "", rest)] });
        const expected = { type: "UnknownTool", tool: "bash", artifact: "a" };
        expect(await errorOf(approach({ tools: ["read", "bash"] }))).toMatchObject(expected);
        expect(await errorOf(approach({ stages: [{ name: "s", tools: ["bash"] }] }))).toMatchObject(expected);
      },
    ],
    [
      "ParameterMismatch: the check is repeated",
      async () => {
        const parameter_schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
        expect(await errorOf({ parameter_schema })).toMatchObject({ type: "ParameterMismatch" });
        expect(await errorOf({ parameter_schema }, { parameters: { n: "1" } })).toMatchObject({
          type: "ParameterMismatch",
          problems: [{ path: "/n" }],
        });
        expect(await errorOf({ parameter_schema }, { parameters: { n: 1 } })).toEqual({});
        const refused: readonly (readonly [schema: Fields, value: unknown])[] = [
          ...([
            [{ enum: ["a"] }, "b"],
            [{ const: 1 }, 2],
            [{ minimum: 3 }, 2],
            [{ maxLength: 1 }, "ab"],
          ] as const),
          ...([
            [{ pattern: "^a$" }, "b"],
            [{ type: ["string", "null"] }, 1],
            [{ items: { type: "number" } }, ["x"]],
          ] as const),
          ...([
            [{ anyOf: [{ type: "string" }] }, 1],
            [{ not: { type: "string" } }, "a"],
            [{ $ref: "#/$defs/d" }, 1],
          ] as const),
          [{ oneOf: [{ type: "number" }, { minimum: 0 }] }, 1],
          [{ properties: {}, additionalProperties: false }, { x: 1 }],
        ];
        for (const [schema, x] of refused) {
          const given = { parameter_schema: { properties: { x: schema }, $defs: { d: { type: "string" } } } };
          const error = await errorOf(given, { parameters: { x } });
          expect(error, JSON.stringify(schema)).toMatchObject({ type: "ParameterMismatch" });
          expect(await errorOf(given), JSON.stringify(schema)).toEqual({});
        }
      },
    ],
    [
      "ArtifactBudgetExceeded: says what to leave out, and drops nothing by itself",
      async () => {
        const artifacts = [text("d", "Description", "d".repeat(7_000)), text("e", "Example", "e".repeat(2_000))];
        expect(await errorOf({ artifacts })).toMatchObject({
          type: "ArtifactBudgetExceeded",
          suggested_trim: [{ id: "e", version: "3", tokens: 2_000 }],
        });
      },
    ],
    [
      "CapabilityNarrowing: what the skill wants and what the caller may have nothing in common",
      async () => {
        const rest = { caller_capabilities: ["write"], available_tools: [{ name: "write" }] };
        expect(await errorOf({ requires_tools: true }, rest)).toMatchObject({ type: "CapabilityNarrowing" });
        expect(await errorOf({ requires_tools: false }, rest)).toEqual({});
      },
    ],
  ],
  observability: [
    [
      "every call leaves a record: skill, version, source, artifacts, expected tools, success",
      async () => {
        const artifacts = [text("a", "Approach", "", { tools: ["read"] })];
        expect((await run({ artifacts }, { invocation_source: "scheduled" })).record).toEqual({
          skill_id: "skill-1",
          skill_version: "1.2.0",
          invocation_source: "scheduled",
          used_artifacts: [{ id: "a", version: "3" }],
          expected_tool_calls: ["read"],
          succeeded: true,
          error: null,
        });
      },
    ],
    [
      "a call that failed says with which error",
      async () => {
        const { record } = await run({ name: null });
        expect(record).toMatchObject({ succeeded: false, error: "MissingRequiredField", used_artifacts: [] });
      },
    ],
  ],
};

describe.each(Object.entries(sentences))("the Skill Composer: %s", (_, rows) => {
  it.each(rows)("%s", async (_sentence, test) => {
    await test();
  });
});

const RUN = "skills/skill-run.test.ts";
const BOUNDS = "skills/skill-bounds.test.ts";
const AGENTS = "acp/agents.test.ts";
const FILES = "skills/package-file.test.ts";
const KEPT = "persist/skill-invocations.test.ts";
const REPLAY = "cli/replay-skills.test.ts";
const LOOK = "preview/composer-look.test.ts";

/** What is promised of a composition that runs: sentence → the test that holds it, by its file and its name. */
const elsewhere: readonly [sentence: string, file: string, test: string][] = [
  [
    "the only way a skill becomes a turn: its prompt is part of the message",
    RUN,
    "is one turn in its conversation: its prompt stands in the message, and later turns have all tools again",
  ],
  [
    "a subgraph shares thread and history with its parent",
    RUN,
    "is one turn in its conversation: its prompt stands in the message, and later turns have all tools again",
  ],
  [
    "the surface is narrowed by the caller's capabilities before the Composer is asked",
    RUN,
    "is offered what its surface and the caller have in common, and nothing else",
  ],
  ["parameters are typed by the skill's schema", FILES, "key=value words are, by the types of the schema"],
  [
    "what does not match is an error before anything runs",
    RUN,
    "is told before anything is sent, and nothing typed is lost: %s",
  ],
  [
    "tools are checked again when they are called",
    RUN,
    "is offered what its surface and the caller have in common, and nothing else",
  ],
  [
    "no prose widens what may be called",
    "skills/skill-properties.test.ts",
    "never lets a call through that it must not, nor more of them than it may",
  ],
  [
    "ordered stages run in their order",
    RUN,
    "runs its stages in order, each with its own tools; a call of another stage never runs",
  ],
  [
    "a stage is told without changing what was said before",
    RUN,
    "tells the stage in what is appended: nothing sent before it changes, in this turn and the next",
  ],
  [
    "an interrupt pauses for the user, in the turn it belongs to",
    RUN,
    "makes the turn wait with the skill's question, and the answer is the result",
  ],
  ["an interrupt is a node of the graph", RUN, "named after a stage is asked before that stage begins"],
  [
    "an interrupt is asked on a model without tools, too",
    BOUNDS,
    "before a stage is asked by Galley itself, and the model reads the answer as text",
  ],
  ["and with an agent", AGENTS, "asks its gate with Galley's card, and the agent reads the answer"],
  [
    "a skill whose interrupt cannot be asked is refused before it runs",
    BOUNDS,
    "that only the model could ask refuses the skill before anything is sent",
  ],
  [
    "the input-validation node fires its interrupt when its condition holds",
    BOUNDS,
    "about the input is asked by Galley when there is none",
  ],
  [
    "a stage's requests offer its tools and carry its part of the Approach",
    BOUNDS,
    "reaches the model: each stage with its own part, and offers only the tools of the stage",
  ],
  [
    "a skill that joins the turn lifts no bound of another",
    BOUNDS,
    "lifts no bound of it: stage, budget, later stages and schema stay, and each record has its own name",
  ],
  [
    "a skill that the model selects is a sub-dispatch of its turn",
    BOUNDS,
    "is a part of the turn: when it is done the turn goes on with its own tools",
  ],
  [
    "an answer that was cut off is none of the exits, and the record says so",
    BOUNDS,
    "is not finished, and the conversation and the record say in which stage",
  ],
  [
    "the prompt of every invocation reaches an agent, on one thread",
    AGENTS,
    "reaches it whole in every message, and its stages go to one agent session without a word of the past",
  ],
  [
    "a preference for a model is followed where the user's own skill names one that is set up",
    "turn/skill-model.test.ts",
    "answers its turn, and no other, if the skill is the user's own and the model is set up",
  ],
  ["what is paused survives", RUN, "waits again after a restart, with the bounds of its skill"],
  ["it exits with an output that matches", RUN, "ends the turn when it matches the schema"],
  [
    "an output that does not match is repaired once",
    RUN,
    "is asked for once more when it does not, with what did not match",
  ],
  ["and not twice", RUN, "that fails twice ends the turn, and the conversation says why"],
  ["it exits when the calls it may make are made", RUN, "ends when the calls it may make are used up, and says so"],
  ["it exits at an interrupt", RUN, "that is not answered ends the turn, and the conversation says why"],
  ["it exits when the caller cancels", RUN, "of a turn that is stopped is over: the skill is cancelled"],
  [
    "a skill inside a skill is bounded by the top caller, on the same thread",
    RUN,
    "is bounded by the conversation, not by the skill around it; that goes on when it is done",
  ],
  [
    "the planner is told of an error and does not try the skill",
    RUN,
    "that cannot be composed is an error result, and the turn goes on as it was",
  ],
  [
    "every composition leaves a record beside the turn",
    KEPT,
    "goes with an export, as JSON and as lines, and comes back under new ids",
  ],
  [
    "the record says what the Composer did",
    LOOK,
    "says which artifacts and why, which tools and stages, and how it ended",
  ],
  [
    "replay is deterministic while the skill has not changed",
    REPLAY,
    "composes the same prompt from the same artifacts",
  ],
  ["and says what has changed when it has", REPLAY, "names what has changed: %s"],
  [
    "the one path to a model is a shape that is delegated",
    RUN,
    "has the stages the model decides on where its package leaves them to it, within its tools; a preview asks nobody",
  ],
  [
    "a skill that runs cannot edit its own definition",
    "mcp/own-tools.test.ts",
    "change nothing while a skill is applied, and say so",
  ],
];

describe("the Skill Composer: what is held elsewhere", () => {
  it.each(elsewhere)("%s: %s", (_sentence, file, name) => {
    const source = readFileSync(join(import.meta.dirname, "..", file), "utf8");
    const quoted = JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    // The name of a test, or of a row of one.
    expect(source).toMatch(new RegExp(`(?:\\bit|\\)|^\\s+\\[)[(\\s]*${quoted},`, "m"));
  });
});

describe("composing where nobody can wait", () => {
  it("gives the same for prose, and refuses a template", async () => {
    expect(composeProse(composeRequest(), ports)).toEqual(await run());
    const framing = { kind: "PromptTemplate", body: "x" };
    expect(composeProse(composeRequest({ framing }), ports)).toMatchObject({ error: { type: "MalformedTemplate" } });
  });
});
