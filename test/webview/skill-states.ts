// What a skill that runs looks like, in the conversation and in the inspector.
import type { ComposerLook } from "../../extension/protocol/inspection.ts";
import { inspection } from "./inspected.ts";
import { answered, asked, conversation, text } from "./samples.ts";
import type { Arrange } from "./states.ts";

const step = (kind: "stage" | "end", title: string) =>
  ({ type: "skill-step", kind, skill: "audit", title, text: title }) as const;
const ran = (id: string, name: string, input: Record<string, string>, output: string, is_error = false) =>
  [
    { type: "tool-call", id, name, input },
    { type: "tool-result", id, output, is_error },
  ] as const;

const parts = [
  step("stage", "Stage 1 of 2: look"),
  ...ran("1", "grep", { pattern: "upload" }, "src/main.ts:3"),
  ...ran("2", "read", { path: "src/main.ts" }, "Not run: stage look of the skill audit may use only grep.", true),
  { type: "text", text: "`upload` is called once, from `src/main.ts`." } as const,
  ...ran("3", "interrupt", { name: "before_report" }, "Yes"),
  step("stage", "Stage 2 of 2: report"),
  { type: "text", text: "It retries without a bound: an answer of 500 never ends." } as const,
  step("end", "audit stopped: it reached its limit of 10 tool calls."),
];

export const composer: ComposerLook[] = [
  {
    ...{ skill: "audit", version: "1.0", source: "you (slash command)" },
    artifacts: [
      { id: "frame", version: "1", kind: "PromptTemplate", why: "it frames the skill" },
      { id: "network-code-with-a-long-name", version: "2", kind: "Example", why: "tags net, socket" },
      { id: "way", version: "1", kind: "Approach", why: 'path is given; depth is ["deep","deeper"]' },
    ],
    tools: ["read", "grep", "glob"],
    unknown_tools: [],
    memories: [],
    stages: [
      { name: "look", tools: ["grep", "glob"] },
      { name: "report", tools: ["read"] },
    ],
    interrupts: ["before_report (stage:report)"],
    ends: ["output that matches the schema", "10 tool calls"],
    outcome: "audit stopped: it reached its limit of 10 tool calls.",
  },
  {
    ...{ skill: "memory", version: "3f2a91c0", source: "the model (skill tool)", artifacts: [], tools: null },
    ...{ unknown_tools: [], memories: [], stages: [], interrupts: [], ends: [], outcome: "memory finished." },
  },
];

export const skillStates: Record<string, Arrange> = {
  skill: (studio, options) => {
    const messages = [asked("m1", text("/audit path=src/net/upload.ts")), answered("m2", "", { parts: [...parts] })];
    return studio.panel({ ...options, snapshot: conversation({ messages }) });
  },
  "inspector-composer": async (studio, options) => {
    const panel = await studio.inspector(options);
    await panel.send({ type: "inspection", inspection: inspection({ which: "turn", composer }) });
    await panel.page.getByRole("tab", { name: "Skills" }).click();
    return panel;
  },
};
