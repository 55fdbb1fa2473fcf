import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compose } from "../../extension/skills/composer/compose.ts";
import type { ComposeRequest } from "../../extension/skills/composer/request.ts";
import { composePorts, composeRequest } from "../fakes/compose-request.ts";

const TOOLS = ["read", "grep", "write", "bash"];
const WORDS = ["rust", "css", "async"];
const tools = fc.subarray(TOOLS);
const prose = fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }).filter((text) => text.trim() !== "");

const artifact = fc.record({
  version: fc.constantFrom("1", "2"),
  kind: fc.constantFrom("Description", "Approach", "PromptTemplate", "Example"),
  body: prose,
  tags: fc.subarray(WORDS),
  include_when: fc.option(
    fc.record({ scope: fc.constantFrom("workspace", "session"), params: fc.constant({ word: WORDS }) }),
  ),
  tools: fc.option(tools),
  stages: fc.option(fc.array(fc.record({ name: fc.constantFrom("a", "b"), tools }), { maxLength: 3 })),
});

const request: fc.Arbitrary<ComposeRequest> = fc
  .record({
    skill: fc.record({
      framing: prose,
      tool_surface: tools,
      requires_tools: fc.boolean(),
      interrupts: fc.subarray(["on_ambiguous_input", "on_a"]),
      artifacts: fc
        .array(artifact, { maxLength: 8 })
        .map((all) => all.map((one, index) => ({ id: `artifact-${index}`, ...one }))),
    }),
    rest: fc.record({
      user_request: prose,
      channel_id: fc.option(fc.constant("c")),
      available_tools: tools.map((names) => names.map((name) => ({ name }))),
      caller_capabilities: tools,
      parameters: fc.record({ word: fc.constantFrom(...WORDS) }, { requiredKeys: [] }),
    }),
  })
  .map(({ skill, rest }) => composeRequest(skill, rest));

describe("whatever is composed", () => {
  it("has no tool that was not available, in no stage and in no hint", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const result = await compose(asked, composePorts);
        if (!result.ok) return;
        const { subgraph, expected_tool_calls } = result.composition;
        const available = asked.available_tools.map(({ name }) => name);
        const named = [...subgraph.stages.flatMap((stage) => stage.tools), ...expected_tool_calls];
        expect(available).toEqual(expect.arrayContaining(subgraph.tool_availability));
        expect(asked.caller_capabilities).toEqual(expect.arrayContaining(subgraph.tool_availability));
        expect(subgraph.tool_availability).toEqual(expect.arrayContaining(named));
      }),
    );
  });

  it("has the same bytes for the same request", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const first = JSON.stringify(await compose(asked, composePorts));
        expect(JSON.stringify(await compose(structuredClone(asked), composePorts))).toBe(first);
      }),
    );
  });

  it("holds every authored text that it uses, and the request, letter by letter and in order", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const result = await compose(asked, composePorts);
        if (!result.ok) return;
        const { prompt, used_artifacts } = result.composition;
        const byId = new Map(asked.skill_package.artifacts.map((one) => [one.id, one]));
        const used = used_artifacts.flatMap(({ id }) => byId.get(id) ?? []).filter(({ kind }) => kind !== "Approach");
        const { framing } = asked.skill_package;
        const texts = [typeof framing === "string" ? framing : "", ...used.map(({ body }) => body), asked.user_request];
        let from = 0;
        for (const text of texts) {
          const at = prompt.indexOf(text, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + text.length;
        }
        expect(prompt.startsWith(texts[0] ?? "")).toBe(true);
        expect(prompt.endsWith(asked.user_request)).toBe(true);
      }),
    );
  });

  it("fits once what was suggested is left out", async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.integer({ min: 0, max: 80 }), async (asked, budget) => {
        const result = await compose(asked, { ...composePorts, budget });
        if (result.ok || result.error.type !== "ArtifactBudgetExceeded") return;
        const { suggested_trim } = result.error;
        expect(suggested_trim).not.toEqual([]);
        const out = new Set(suggested_trim.map(({ id }) => id));
        const artifacts = asked.skill_package.artifacts.filter(({ id }) => !out.has(id));
        const trimmed = { ...asked, skill_package: { ...asked.skill_package, artifacts } };
        const again = await compose(trimmed, { ...composePorts, budget });
        expect(again.ok ? undefined : again.error.type).not.toBe("ArtifactBudgetExceeded");
      }),
    );
  });
});
