// Everything the panel, the inspector and Try can look like, each state arranged as a user would come upon it.
import { newConversation } from "../../extension/message/conversation.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import type { ConversationSnapshot, Meter, ShownQueue } from "../../extension/protocol/conversation.ts";
import type { Expansion } from "../../extension/protocol/expansion.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";
import type { ChipPart } from "../../webview/editor/schema.ts";
import { inspection } from "./inspected.ts";
import { type LookOptions, type Panel, type Opener } from "./page.ts";
import { guestStates } from "./guest-states.ts";
import { skillStates } from "./skill-states.ts";
import { toolStates } from "./tool-states.ts";
import { tryStates } from "./try-states.ts";
import { answered, asked, backoff, conversation, streaming, text, tokens, upload } from "./samples.ts";

export const loopback = { key: "loopback/loopback", name: "Loopback", is_language_model: false };

const failure = {
  stage: "send",
  code: "offline",
  message: "The provider could not be reached. Check the network and try again.",
  retryable: true,
} as const;

export const meter: Meter = {
  segments: [
    { id: "system", tokens: 1900 },
    { id: "history", tokens: 14_200 },
    { id: "pinned", tokens: 2100 },
    { id: "task", tokens: 460 },
  ],
  estimate: 18_660,
  limit: 32_000,
};

/** Above 80 %: what could be done about it. */
export const fullMeter: Meter = {
  ...meter,
  limit: 20_000,
  wins: { compact: 13_200, unpin: { id: "file:src/net/upload.ts", name: "src/net/upload.ts", tokens: 2100 } },
};

const rich = `Look at \`code\`, **bold** and [a link](https://example.org).

\`\`\`ts
// a comment
export function greet(name: string): string { return "hi " + name + 42 }
\`\`\`

| part | tokens |
|---|--:|
| upload.ts | 310 |

> quoted, and averylongwordwithoutanyplacetobreakitatall_averylongwordwithoutanyplacetobreakit`;

const read = { type: "tool-call", id: "t1", name: "read", input: { path: "src/net/backoff.ts" } } as const;
const wasRead = { type: "tool-result", id: "t1", output: "42 lines", is_error: false } as const;

const question = asked("m1", text("Why does "), upload, text(" give up?"));

const talk = conversation({
  session: {
    ...newConversation("ses_1", 1),
    title: "Retry budget in the uploader, and a title that is too long for any panel",
  },
  messages: [question, answered("m2", "", { parts: [read, wasRead, text(rich)], usage: { input: 1200, output: 30 } })],
  earlier: 2,
});

const short = conversation({ messages: [question, answered("m2", "Because `attempt` is counted before it is made.")] });

/** Asked beside `short`, and answered. */
export function sidecar(changes: Partial<ConversationSnapshot> = {}): ConversationSnapshot {
  const created_at = 100;
  return conversation({
    session: {
      ...newConversation("ses_2", created_at),
      title: "What is jitter?",
      parent_id: "ses_1",
      forked_from: "m2",
      ephemeral: true,
    },
    messages: [
      ...short.messages,
      { ...asked("m3", text("What is jitter?")), at: created_at + 1 },
      {
        ...answered("m4", "A random part of the delay, so that clients do not come back all at once."),
        at: created_at + 2,
      },
    ],
    boundary: { title: "Retry budget in the uploader", up_to: "Because attempt is counted before it is made." },
    ...changes,
  });
}

function found(path: string, name_at: number[]): Suggestion {
  const at = path.lastIndexOf("/") + 1;
  const [name, detail] = [path.slice(at), path.slice(0, Math.max(0, at - 1))];
  const part = { type: "file-ref", ref: { kind: "path", path } } as const;
  return { key: path, kind: "file", name, detail, name_at, detail_at: [], part };
}

const uploadAll: Suggestion = {
  key: "symbol",
  kind: "symbol",
  name: "uploadAll",
  detail: "Uploader · src/net/upload.ts:10",
  name_at: [0, 1, 2],
  detail_at: [],
  part: {
    type: "mention",
    target: { kind: "symbol", name: "uploadAll", path: "src/net/upload.ts", range: { start: 10, end: 25 } },
  },
};

const suggested = [
  found("src/net/upload.ts", [0, 1, 2]),
  found("src/a/folder/with/a/long/name/that/goes/on/uploads.test.ts", [0, 1, 2]),
  uploadAll,
];

const command = (id: string, description: string, changes: Partial<CommandSpec> = {}): CommandSpec => ({
  id,
  description,
  source: "built-in",
  arguments: [],
  hides: [],
  ...changes,
});

const catalog = [
  command("/new", "Begins a new conversation."),
  command("/model", "Chooses a model."),
  command("/review", "Reviews the named files.", {
    source: "project",
    arguments: [
      { name: "path", required: true, description: "what to review" },
      { name: "focus", required: false },
    ],
  }),
];

const review: ChipPart = { type: "command", id: "/review", args: { raw: "", positional: [], named: {} } };
const picture: ChipPart = {
  type: "file-attachment",
  name: "screen.png",
  mime: "image/png",
  size: 48_211,
  content_id: "b1",
};
const layers: ChipPart = { type: "file-attachment", name: "capture.psd", mime: "image/x-psd", size: 90_000_000 };

const expansion: Expansion = {
  id: "/review",
  kind: "text",
  text: "Review src/net. Look at the retries first, then at what is logged, and name each line you would change.",
  chips: 1,
  open: ["focus"],
};
const queue: ShownQueue = {
  items: [
    { id: "q1", words: "then add a test for two failures in a row, and one for none", chips: 0 },
    { id: "q2", words: "/review upload.ts:10-25", chips: 2 },
  ],
  held: true,
  undo: true,
};

export type Arrange = (studio: Opener, options: LookOptions) => Promise<Panel>;

async function hover({ page }: Panel): Promise<void> {
  await page.evaluate(() => {
    const over = (): void => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/plain", "x");
      document.body.dispatchEvent(new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true }));
    };
    over();
    // It goes when nothing hovers any more: here something does for ever.
    setInterval(over, 50);
  });
  await page.getByText("Drop to add to message").waitFor();
}

export const panelStates: Record<string, Arrange> = {
  empty: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: conversation({ model: loopback }) });
    await panel.page.locator("galley-button").waitFor();
    return panel;
  },
  "file-open": async (studio, options) => {
    const panel = await studio.panel(options);
    const editor = { path: "src/net/upload.ts", name: "upload.ts", selected: false };
    await panel.send({ type: "open-editor", editor });
    await panel.page.getByText("Refactor upload.ts").waitFor();
    return panel;
  },
  conversation: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: talk });
    const measures = [tokens(upload, 180), tokens(backoff, 90, "The file is gone.")];
    await panel.send({ type: "insert", parts: [upload, backoff], at: "caret" }, { type: "measures", measures });
    await panel.send({ type: "meter", meter });
    await panel.page.locator(".hljs-keyword").first().waitFor();
    return panel;
  },
  streaming: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: streaming() });
    await panel.send({ type: "delta", message_id: "m2", part: 0, kind: "text", text: rich });
    await panel.send({ type: "meter", meter });
    await panel.page.locator("blockquote").waitFor();
    await panel.input.fill("and then");
    return panel;
  },
  queue: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: { ...short, queue: { ...queue, undo: false } } });
    await panel.send({ type: "meter", meter });
    return panel;
  },
  /** All at once that can stand above the input. */
  crowd: async (studio, options) => {
    const snapshot = { ...short, queue, draft: { parts: [review, text(" src/net")] } };
    const panel = await studio.panel({ ...options, snapshot });
    await panel.send({ type: "failure", failure }, { type: "expansion", expansion }, { type: "meter", meter });
    await panel.page.locator("galley-button").waitFor();
    return panel;
  },
  stopping: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: streaming() });
    await panel.button("More ways to stop").press("Enter");
    await panel.page.locator("[role=menuitem]:focus").waitFor();
    return panel;
  },
  suggestions: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: short });
    await panel.focus();
    await panel.page.keyboard.type("see @upl");
    const round = (await panel.posts("suggest", 4)).round;
    await panel.send({ type: "suggestions", round, items: suggested, done: true });
    const { key } = await panel.posts("peek");
    const lines = ["import { jitter } from './backoff';", "", "export async function uploadAll(files: File[]) {"];
    await panel.send({ type: "peeked", peek: { key, lines, tokens: 310 } });
    return panel;
  },
  commands: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: short });
    await panel.send({ type: "catalog", commands: catalog });
    await panel.focus();
    await panel.page.keyboard.type("/");
    await panel.page.getByRole("option").nth(2).waitFor();
    await panel.press("ArrowDown", "ArrowDown");
    return panel;
  },
  command: async (studio, options) => {
    const panel = await studio.panel({
      ...options,
      snapshot: { ...short, draft: { parts: [review, text(" src/net ")] } },
    });
    await panel.focus();
    await panel.send({ type: "expansion", expansion }, { type: "meter", meter });
    await panel.page.locator(".open-arguments").waitFor();
    return panel;
  },
  "command-error": async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: { ...short, draft: { parts: [review, text(" ")] } } });
    await panel.focus();
    const words = "/review still needs “path”.";
    const failed: Expansion = { id: "/review", kind: "error", text: words, chips: 0, open: ["path", "focus"] };
    await panel.send({ type: "expansion", expansion: failed });
    await panel.page.locator(".open-arguments").waitFor();
    return panel;
  },
  "chip-menu": async (studio, options) => {
    const parts = [text("Explain "), upload];
    const panel = await studio.panel({ ...options, snapshot: { ...short, draft: { parts } } });
    await panel.focus();
    await panel.press("ArrowLeft", "Shift+F10");
    await panel.page.locator("[role=menuitem]:focus").waitFor();
    return panel;
  },
  "message-menu": async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: short });
    await panel.button("More actions").first().press("Enter");
    await panel.page.locator("[role=menuitem]:focus").waitFor();
    return panel;
  },
  attachments: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: short });
    await panel.focus();
    await panel.send({ type: "insert", parts: [picture, layers], at: "caret" });
    await panel.page.keyboard.type(" ");
    const long = Array.from({ length: 61 }, (_, index) => `line ${index + 1}`).join("\n");
    await panel.page.evaluate((copied) => navigator.clipboard.writeText(copied), long);
    await panel.press("Control+v");
    await panel.page.keyboard.type(" and https://example.org/");
    await panel.send({ type: "meter", meter });
    return panel;
  },
  failure: async (studio, options) => {
    const error = "The answer was cut: the connection was lost.";
    const messages = [asked("m1", text("hi")), answered("m2", "Half", { finish: "error", error })];
    const panel = await studio.panel({
      ...options,
      snapshot: conversation({ messages, run: { state: "error", message_id: "m1" } }),
    });
    await panel.send({ type: "failure", failure });
    await panel.page.locator("galley-button").nth(1).waitFor();
    return panel;
  },
  "too-large": async (studio, options) => {
    const refused = {
      finish: "error" as const,
      error:
        "This message is too large: about 172k of 128k tokens. Remove some context, compact the conversation, unpin an item, or select a model with a larger context window.",
      action: "compact" as const,
      breakdown: [
        { source: "history", tokens: 150_000 },
        { source: "pins", tokens: 20_000 },
        { source: "this message", tokens: 2_000 },
      ],
      offers: [
        { offer: "compact" as const, wins: 150_000 },
        { offer: "unpin" as const, pin: "pin_1", wins: 20_000 },
        { offer: "larger-model" as const, needs: 180_000 },
      ],
    };
    const messages = [asked("m1", text("And the tests?")), answered("m2", "", refused)];
    const panel = await studio.panel({
      ...options,
      snapshot: conversation({ messages, run: { state: "error", message_id: "m1" } }),
    });
    await panel.button("Compact (frees 150k)").waitFor();
    return panel;
  },
  sidecar: async (studio, options) => {
    const panel = await studio.panel({ ...options, isSidecar: true, snapshot: sidecar() });
    await panel.button("Insert Answer").waitFor();
    return panel;
  },
  drop: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: short });
    await hover(panel);
    return panel;
  },
  inspector: async (studio, options) => {
    const panel = await studio.inspector(options);
    await panel.send({ type: "inspection", inspection: inspection() });
    return panel;
  },
  "inspector-wire": async (studio, options) => {
    const panel = await studio.inspector(options);
    await panel.send({
      type: "inspection",
      inspection: inspection({ actual: { input: 18_100, output: 420 }, which: "turn" }),
    });
    await panel.page.getByRole("tab", { name: "Raw Request" }).click();
    return panel;
  },
  "inspector-difference": async (studio, options) => {
    const panel = await studio.inspector(options);
    const shared = "…\nimport { upload } from './net/upload';";
    const parted = { lost: 4, before: `${shared}\nconst limit = 3;`, now: `${shared}\nconst limit = 5;\nwait(30);` };
    const difference = { ...inspection().difference, ...parted };
    await panel.send({ type: "inspection", inspection: inspection({ difference }) });
    await panel.page.getByRole("tab", { name: "Changes" }).click();
    return panel;
  },
  agent: async (studio, options) => {
    const problem =
      "The profile review of the retry budget is not available, so default is used. Select another profile, or check the file for errors.";
    const agent = { name: "default", description: "Answers", problem };
    const model = { key: "p/m", name: "claude-sonnet with a name that is long", is_language_model: true };
    return studio.panel({ ...options, snapshot: conversation({ messages: short.messages, agent, model }) });
  },
  "inspector-nothing": async (studio, options) => {
    const panel = await studio.inspector(options);
    await panel.send({
      type: "nothing",
      reason: "Nothing to show. The message was not sent or no longer exists.",
    });
    return panel;
  },
};

/** Something works or asks. */
export const workStates: Record<string, Arrange> = { ...toolStates, ...skillStates, ...guestStates, ...tryStates };
