// A staged package on three kinds of model: one that calls tools, one that cannot, and an agent in a process of its own.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import { inspectTurn } from "../../extension/preview/inspect.ts";
import type { Skill } from "../../extension/skills/catalog.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import type { AgentStep } from "./acp-script.ts";
import { agentWorld } from "./agent-world.ts";
import { type ChatStep, scriptedChat } from "./chat-script.ts";
import { modelOf } from "./context.ts";
import { temporaryFolder } from "./folder.ts";
import { type FakePorts, fakePorts } from "./ports.ts";
import { aPackage, aSkill, commandsOf } from "./skills.ts";
import { addSkillTool } from "./skill-turn.ts";
import { withTools } from "./tools.ts";
import { until } from "./until.ts";
import { accessTo } from "./wires.ts";

export type Kind = "a model with tools" | "a model without tools" | "an agent";

/** Where the run is when something happens to it. */
export type Spot = { stage: 1 | 2 | 3 } | "nested";
type Event = "nothing" | "hold" | "hold before a tool" | "cut-off" | "request limit";

const question = { name: "before_tell", question: "Tell it?", options: [], when: undefined };
const BODY = "# Look\nHere.\n# Tell\nAll.\n# Check\nTwice.";
const TOOL_STAGES = [{ name: "look", tools: ["skill"] }, { name: "tell", tools: ["look"] }, { name: "check" }];

/** Its stages name tools only where the model has them: a package that names others is refused. */
const scanOn = (stages: { name: string; tools?: string[] }[]): Skill =>
  aPackage(
    "scan",
    {
      ...{ tool_surface: ["look", "skill"], tool_call_budget: 3, output_schema: { type: "object", required: ["n"] } },
      artifacts: [{ id: "way", kind: "Approach", body: BODY, stages }],
    },
    [question],
  );
const inner = aPackage("inner", { tool_surface: ["find"], tool_call_budget: 1 });

function skillsOn(kind: Kind): Skill[] {
  const stages = kind === "a model with tools" ? TOOL_STAGES : TOOL_STAGES.map(({ name }) => ({ name }));
  return [scanOn(stages), aSkill("manners")];
}

interface Step {
  says?: string;
  calls?: { name: string; input: unknown };
  spot: Spot;
  does?: Event;
}

const LOOK: Step[] = [{ says: "looked", spot: { stage: 1 } }];
const NESTED: Step[] = [
  { calls: { name: "skill", input: { name: "inner", request: "find it" } }, spot: { stage: 1 } },
  { calls: { name: "find", input: {} }, spot: "nested" },
  { says: "found", spot: "nested" },
];
const TELL: Step[] = [{ says: "told", spot: { stage: 2 } }];
const CHECK: Step[] = [{ says: '{"n":1}', spot: { stage: 3 } }];
const call = (stage: 2 | 3): Step => ({ calls: { name: "look", input: {} }, spot: { stage } });

const same = (one: Spot, other: Spot): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The last step at the spot is held or cut off; before a tool, the first. */
function stepsOf(kind: Kind, spot: Spot, event: Event): Step[] {
  const steps =
    kind === "a model with tools"
      ? [...NESTED, ...LOOK, call(2), ...TELL, call(3), ...CHECK]
      : [...LOOK, ...TELL, ...CHECK];
  const isThere = (step: Step): boolean => same(step.spot, spot);
  const at = event === "hold before a tool" ? steps.findIndex(isThere) : steps.findLastIndex(isThere);
  return steps.map((step, index) => (index === at ? { ...step, does: event } : step));
}

export interface SkillWorld {
  conversation: Conversation;
  ports: FakePorts;
  /** How many requests or prompts the model has heard. */
  heard: () => number;
  release: () => void;
  titles: () => string[];
  /** Which answer of the conversation, from 0, shows the title. */
  answerWith: (title: string) => number;
  /** What the record says of each skill: its name, how it ended, and in which words. */
  ends: () => [skill: string, kind: string | undefined, words: string | undefined][];
  /** What the inspector shows of the skills of the conversation's turns. */
  inspected: () => string[];
  /** The window is gone, and another has opened the conversation. */
  reload: () => Conversation;
  close: () => Promise<void>;
}

/** A conversation whose model does all stages, and at the spot what the event says. */
export async function skillWorld(kind: Kind, spot: Spot, event: Event): Promise<SkillWorld> {
  const steps = stepsOf(kind, spot, event);
  const model = kind === "an agent" ? agent(steps) : await chat(steps, kind === "a model with tools");
  const { ports } = model;
  ports.catalog = () => mergeCommands(commandsOf(skillsOn(kind)));
  const messages = () => readMessages(ports.store, "ses_1", ALL).map(({ message }) => message);
  const rows = () => readInvocations(ports.store, "ses_1");
  const titles = () =>
    messages().flatMap(({ role, parts }) =>
      role === "user" ? [] : [parts.flatMap((part) => (part.type === "skill-step" && part.title ? [part.title] : []))],
    );
  return {
    ...model,
    conversation: new Conversation(ports, "ses_1"),
    titles: () => titles().flat(),
    answerWith: (title) => titles().findIndex((one) => one.includes(title)),
    ends: () => rows().map(({ record, outcome }) => [record.skill_id, outcome?.kind, outcome?.words]),
    inspected: () =>
      messages()
        .filter(({ role }) => role === "user")
        .flatMap(({ id }) => inspectTurn(ports, "ses_1", id)?.inspection.composer ?? [])
        .map(({ skill, outcome }) => `${skill}: ${outcome}`),
    reload: () => new Conversations({ ...ports, owner: "you", isAlive: (one) => one === "you" }).open("ses_1"),
  };
}

type Model = Pick<SkillWorld, "ports" | "heard" | "release" | "close">;

async function chat(steps: readonly Step[], canCall: boolean): Promise<Model> {
  const script = steps.map(({ says, calls, does = "nothing" }): ChatStep => ({
    ...(says !== undefined && { says }),
    ...(calls !== undefined && { calls }),
    isCut: does === "cut-off",
    held: does.startsWith("hold"),
  }));
  const server = await scriptedChat([...script, { says: "kindly" }]);
  const access = accessTo("openai-chat", server.url);
  const ports = withTools(fakePorts({ model: modelOf("custom", { tools: canCall }), access }), [
    { name: "look" },
    { name: "find" },
  ]);
  if (canCall) addSkillTool(ports, [inner]);
  return { ports, heard: () => server.bodies.length, release: server.release, close: server.close };
}

function agent(steps: readonly Step[]): Model {
  const script = join(temporaryFolder(), "script.json");
  const all = steps.map(({ says = "", does = "nothing" }): AgentStep => ({
    says,
    ...(does === "cut-off" && { ends: "max_tokens" }),
    ...(does === "request limit" && { ends: "max_turn_requests" }),
    held: does.startsWith("hold"),
  }));
  writeFileSync(script, JSON.stringify([...all, { says: "kindly" }]));
  const { ports, agents } = agentWorld([`--script=${script}`, "--load", `--memory=${temporaryFolder()}`]);
  return {
    ports,
    heard: () => all.length + 1 - (JSON.parse(readFileSync(script, "utf8")) as unknown[]).length,
    release: () => {
      writeFileSync(`${script}.go`, "");
    },
    close: () => {
      agents.dispose();
      return Promise.resolve();
    },
  };
}

/** Which request of the kind is the held one. */
export function heldAt(kind: Kind, spot: Spot, event: Event): number {
  return stepsOf(kind, spot, event).findIndex(({ does }) => does !== undefined) + 1;
}

export async function answerGate({ runner }: Conversation): Promise<void> {
  await until(() => (runner.run.asks?.length ?? 0) > 0);
  runner.reply(runner.run.asks?.[0]?.call_id ?? "", { type: "answer", answers: ["yes"] });
}
