// What comes from outside looks like: an agent's turn, tools and values of servers, skills that ask.
import type { Ask } from "../../extension/protocol/ask.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";
import { answered, asked, busy, conversation, promote, text } from "./samples.ts";
import type { Arrange } from "./states.ts";
import { call, edits, made, waiting } from "./tool-samples.ts";

const LONG = "everything_trigger-long-running-operation";

export const mcpAsk: Extract<Ask, { type: "approval" }> = {
  type: "approval",
  call_id: "c9",
  tool: LONG,
  title: "Use Trigger Long Running Operation Tool of everything",
  needs: [{ permission: "mcp", pattern: `${LONG}#0123456789abcdef0123456789abcdef` }],
  preview: { type: "text", text: '{\n  "duration": 60\n}' },
};

const skillAsk: Ask = {
  type: "approval",
  call_id: "c10",
  tool: "skill",
  title: "Load skill release-notes",
  needs: [{ permission: "skill", pattern: "release-notes" }],
};

const interruptAsk: Ask = {
  type: "question",
  call_id: "c11",
  question: "The report goes to everybody in the project. Is src/net/upload.ts the only file it may name?",
  options: [{ label: "Yes" }, { label: "No, name them all", description: "It becomes a page longer." }],
  multiple: false,
};

const plan = {
  todos: [
    { text: "Read the uploader", state: "done" },
    { text: "Count the attempt after it is made", state: "doing" },
    { text: "Run the tests", state: "pending" },
  ],
};

const agentParts = [
  { type: "reasoning", text: "The count is in one place." } as const,
  call("plan", "todo", plan),
  ...made("a1", "read", { path: "src/net/upload.ts" }, "75 lines"),
  ...made("a2", "search", { title: "Searching for maxAttempts in the whole workspace" }, "3 places"),
  text("`attempt` is counted before it is made, so the first failure is the last."),
  ...made("a3", "edit", { path: "src/net/upload.ts", old_text: "a\nb", new_text: "a\nc\nd" }, "Changed."),
  ...made("a4", "bash", { command: "npm test -- --project core" }, "exit code 1: 2 of 40 tests failed", true),
  call("a5", LONG, { duration: 60 }),
];

const value = (name: string): Suggestion => ({
  ...{ key: `value:${name}`, kind: "value", name, detail: "department", name_at: [0, 1], detail_at: [] },
  part: text(name),
});

export const guestStates: Record<string, Arrange> = {
  "approval-scopes": async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: waiting(mcpAsk, skillAsk) });
    await panel.goToAsk();
    return panel;
  },
  interrupt: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: waiting(interruptAsk) });
    await panel.goToAsk();
    return panel;
  },
  "agent-turn": async (studio, options) => {
    const messages = [
      asked("m1", text("Fix it.")),
      answered("m2", "", { model: "Codex", finish: null, parts: agentParts, edits: edits.slice(0, 1) }),
    ];
    const panel = await studio.panel({ ...options, snapshot: conversation({ messages, run: busy }) });
    await panel.send({ type: "progress", message_id: "m2", call_id: "a5", words: "3 of 10: reading" });
    return panel;
  },
  arguments: async (studio, options) => {
    const panel = await studio.panel(options);
    await panel.send({ type: "catalog", commands: [promote] });
    await panel.focus();
    await panel.page.keyboard.type("/team");
    await panel.press("Enter");
    await panel.page.keyboard.type("Hu");
    const round = (await panel.posted("complete")).at(-1)?.round ?? 0;
    const items = ["Human Resources", "Humour and other things that a department may be called"].map(value);
    await panel.send({ type: "suggestions", round, items, done: true });
    await panel.page.getByRole("option").nth(1).waitFor();
    return panel;
  },
};
