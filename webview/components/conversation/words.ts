// What the conversation says: its messages, its tool calls and its edits. Keys stand between backticks.
import type { ShownEdit } from "../../../extension/protocol/conversation.ts";
import { counted } from "../../../extension/text/counted.ts";

// Before the first message
export const emptyTitle = "Ask with exactly the context you choose";
export const tipKeys = (sendKey: string, lineKey: string): string =>
  `\`${sendKey}\` sends, \`${lineKey}\` inserts a line break. Text and context are sent in the order shown.`;
export const tryThis = "Try this";
export const selectedCode = "the selected code";
export const tryAsk = (what: string): string => `Ask what ${what} does`;
export const tryProject = "Ask what Galley can help with";
export const tryOpenFile = "Open a file to try this on your code";
export const tryMention = (file: string): string => `Mention ${file}`;
export const tryRefactor = (what: string): string => `Refactor ${what}`;
export const tryAttach = "Attach or drop a file";
export const shiftDrop = "Shift+Drop";
export const tryCommand = "Run a command";
export const openWalkthrough = "Open Walkthrough";
export const skillTitle = "Create a skill";
export const tipSkill = "Describe what the skill does and when a model should use it.";
export const tipSkillTools = "Only this conversation has the tools that create and change skills.";

// The list of messages
export const conversation = "Conversation";
export const earlierMessages = "Earlier messages…";
export const answerNotShown = "Could not show this answer.";
export const showLog = "Show Log";
export const sidecarStarts = "Sidecar starts here";
export const jumpToLatest = "Jump to Latest";

// A message of the user
export const you = "You";
export const partCount = (count: number): string => counted(count, "part");

// An answer
export const thinking = "Thinking";
export const cutOff = "Cut off: output limit reached";
export const requestLimit = "Cut off: the agent reached its request limit";
export const goOn = "Continue";
export const stopped = "Stopped";
export const interrupted = "Interrupted: the window was closed";
export const declined = "The model declined to answer. Rephrase your message, or select another model";
export const answerFailed = "The answer failed.";
export const usage = (input: string, output: string): string => `${input} in · ${output} out`;
export const tryAgain = "Try Again";

// The menu of a message
export const moreActions = "More actions";
export const messageActions = "Message actions";
export const copySelection = "Copy Selection";
export const copy = "Copy";
export const copyMarkdown = "Copy as Markdown";
export const copyReference = "Copy Reference";
export const editAndResend = "Edit and Resend";
export const askAgain = "Ask Again in Branch";
export const branchFromHere = "Branch from Here";
export const openSidecar = "Open Sidecar";
export const pinAnswer = "Pin Answer";
export const showSentRequest = "Show Sent Request";
export const replayTurn = "Replay Turn";

// What the menu did
export const copied = "Copied.";
export const notCopied = "Could not copy.";
export const referenceCopied = "Reference copied. Paste it into a message.";
export const pinned = "Pinned. It is sent with every message in this conversation.";

// The names of a copied message and a pinned answer, which the model reads, too
export const messageName = (title: string, number: number): string => `${title}, message ${number}`;
export const answerName = (beginning: string): string => `Answer: ${beginning}`;

// A code block
export const plainText = "text";
export const insertAtCursor = "Insert at Cursor";
export const openInEditor = "Open in Editor";
export const insertIntoTerminal = "Insert into Terminal";
export const insertIntoTerminalTitle = "Insert into Terminal (runs nothing)";
export const apply = "Apply…";
export const applyTo = (path: string): string => `Apply to ${path}…`;
export const copyCode = "Copy";
export const codeCopied = "Copied";
export const codeNotCopied = "Could not copy";

// A tool call
export const running = "running";
export const seconds = (count: number): string => `${count} s`;
export const outcomes = {
  waiting: "waiting",
  done: "done",
  failed: "failed",
  denied: "denied",
  unfinished: "not finished",
};
export const input = "Input";
export const output = "Output";
export const outputTruncated = "Output (truncated)";
export const moreCharacters = (count: number): string => `… ${counted(count, "more character")}`;

// Many tool calls in one line
export const callCount = (count: number): string => counted(count, "tool call");
export const failedCalls = (count: number): string => `${count} failed`;
export const deniedCalls = (count: number): string => `${count} denied`;

// The to-do list of the model
export const todo = "todo";
export const todoList = "To-do list";
export const todoStates = { open: "to do", doing: "in progress", done: "done" };

// The files that an answer changed
export const changedFiles = "Changed files";
export const changedCount = (count: number): string => `Changed ${counted(count, "file")}`;
export const files = "Files";
export const editStates = {
  open: "",
  kept: "Kept",
  undone: "Undone",
  changed: "Changed since this edit",
} as const satisfies Record<ShownEdit["state"], string>;
export const editCounts = {
  kept: (count: number): string => `${count} kept`,
  undone: (count: number): string => `${count} undone`,
  changed: (count: number): string => `${count} changed since this edit`,
};
export const review = "Review";
export const reviewFile = (name: string): string => `Review ${name}`;
export const keep = "Keep";
export const undo = "Undo";
export const undoFile = (name: string): string => `Undo ${name}`;
