// Calls, asks and changed files that several tests of the panel use.
import type { Ask } from "../../extension/protocol/ask.ts";
import type { AssistantPart } from "../../extension/message/message.ts";
import type { ConversationSnapshot, ShownEdit } from "../../extension/protocol/conversation.ts";
import { answered, asked, conversation, text } from "./samples.ts";

type Input = Extract<AssistantPart, { type: "tool-call" }>["input"];

export function call(id: string, name: string, input: Input): AssistantPart {
  return { type: "tool-call", id, name, input };
}

export function result(id: string, output: string, is_error = false): AssistantPart {
  return { type: "tool-result", id, output, is_error };
}

/** A call and its result. */
export function made(id: string, name: string, input: Input, output = "ok", is_error = false): AssistantPart[] {
  return [call(id, name, input), result(id, output, is_error)];
}

const diff = [
  " for (let attempt = 0; attempt < max; attempt++) {",
  "   try { return await put(chunk) }",
  "-  catch (error) { attempt++; if (attempt >= max) throw error }",
  "+  catch (error) { if (attempt + 1 >= max) throw error }",
  "+  await wait(jitter(attempt));",
  " }",
];

export const editAsk: Ask = {
  type: "approval",
  call_id: "c1",
  tool: "edit",
  title: "Edit src/net/upload.ts",
  needs: [{ permission: "write", pattern: "src/net/upload.ts" }],
  preview: { type: "diff", path: "src/net/upload.ts", lines: diff },
};

export const bashAsk: Ask = {
  type: "approval",
  call_id: "c2",
  tool: "bash",
  title: "Run a command",
  needs: [{ permission: "bash", pattern: "npm test" }],
  preview: { type: "text", text: "npm test -- --project core test/net/upload.test.ts" },
};

export const questionAsk: Ask = {
  type: "question",
  call_id: "c3",
  question: "Where should the retry budget be kept?",
  options: [
    { label: "In the uploader", description: "One budget for each file." },
    { label: "In the session", description: "Shared by all files that are under way." },
    { label: "Nowhere" },
  ],
  multiple: false,
};

export const manyAsk: Ask = { ...questionAsk, call_id: "c4", question: "Which files?", multiple: true };

export const goOnAsk: Ask = {
  type: "go-on",
  call_id: "c5",
  words: "The model has used tools 25 times for this message. Continue?",
};

const needed = { required: true };
const free = { required: false };

export const formAsk: Extract<Ask, { type: "form" }> = {
  type: "form",
  call_id: "mcp_1",
  server: "everything",
  words: "Please tell a little about yourself:",
  fields: [
    { kind: "text", name: "name", label: "Name", description: "Your full, legal name", ...needed },
    { kind: "yes-no", name: "agree", label: "Agree", ...free },
    { kind: "number", name: "count", label: "Count", whole: true, min: 1, max: 100, default: 42, ...free },
    {
      kind: "choice",
      name: "pet",
      label: "Pet",
      multiple: false,
      options: [
        { value: "cat", label: "Cats" },
        { value: "dog", label: "Dogs" },
      ],
      default: ["cat"],
      ...free,
    },
    {
      kind: "choice",
      name: "plays",
      label: "Instruments",
      description: "Choose your favourites",
      multiple: true,
      options: [
        { value: "guitar", label: "Guitar" },
        { value: "piano", label: "Piano" },
      ],
      ...free,
    },
  ],
};

/** A turn that waits for these, in the answer that made the calls. */
export function waiting(...asks: Ask[]): ConversationSnapshot {
  const calls = asks.flatMap((ask) => {
    if (ask.type === "approval" && ask.tool === "edit")
      return [call(ask.call_id, "edit", { path: "src/net/upload.ts", old_text: "a\nb", new_text: "a\nc\nd" })];
    if (ask.type === "approval") return [call(ask.call_id, ask.tool, { command: "npm test" })];
    return ask.type === "question" ? [call(ask.call_id, "question", { question: ask.question })] : [];
  });
  return conversation({
    messages: [
      asked("m1", text("Count the attempt after it is made.")),
      answered("m2", "", {
        finish: null,
        parts: [...made("c0", "read", { path: "src/net/upload.ts", start: 88, end: 121 }), ...calls],
      }),
    ],
    run: { state: "waiting", message_id: "m1", asks },
  });
}

const todos = (done: number) => ({
  todos: ["Read the uploader", "Move the count", "Add a test for two failures in a row"].map((words, index) => ({
    text: words,
    state: index < done ? "done" : index === done ? "doing" : "pending",
  })),
});

export const toolParts: AssistantPart[] = [
  ...made("t1", "todo", todos(0)),
  ...Array.from({ length: 11 }, (_value, n) =>
    made(`s${n}`, "read", { path: `src/net/part${n}.ts` }, "", n === 4),
  ).flat(),
  text("The count is in one place only."),
  ...made("t2", "grep", { pattern: "maxAttempts", path: "src" }, "6 matches"),
  ...made("t3", "edit", { path: "src/net/upload.ts", old_text: "a\nb", new_text: "c\nd\ne\nf" }),
  ...made("t4", "bash", { command: "npm test -- upload" }, "exit code 1: 2 of 40 tests failed\n…", true),
  call("t5", "write", { path: "src/net/a/folder/with/a/long/name/that/goes/on/retry.ts" }),
  { type: "tool-result", id: "t5", output: "Denied: use backoff.ts", is_error: true, denied: "use backoff.ts" },
  ...made("t6", "question", { question: "Where should the retry budget be kept?" }, "In the uploader"),
  ...made("t7", "todo", todos(1)),
  call("t8", "bash", { command: "npm run check" }),
];

export const edits: ShownEdit[] = [
  { path: "src/net/upload.ts", added: 7, removed: 2, state: "open" },
  { path: "src/net/a/folder/with/a/long/name/that/goes/on/retry.ts", added: 3, removed: 0, state: "undone" },
  { path: "test/net/upload.test.ts", added: 24, removed: 0, state: "changed" },
];
