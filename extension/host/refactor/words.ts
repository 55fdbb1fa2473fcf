// What users read about refactoring in an editor.
import { counted } from "../../text/counted.ts";

// Before
export const noEditor = "Open a text editor, then run Galley: Refactor… again.";
export const untrusted = "Galley refactors nothing in Restricted Mode. Trust this workspace first.";
export const tooLarge = (path: string): string => `${path} is larger than 10 MB. Galley does not refactor it.`;
export const readOnly = (path: string): string => `${path} is read-only. Make it writable, then refactor it again.`;
export const alreadyRunning = "This code is being refactored already. Press Escape to stop that first.";
export const nothingToRepeat = "No instruction has been used in this workspace yet. Run Galley: Refactor… first.";
export const nothingToReview = "No changes of a refactoring wait for a review in this editor.";

// The request preview, and what was sent
export const previewTitle = "Refactor: Request Preview";
export const sentTitle = "Refactor: Sent Request";
export const selectSent = "Show Sent Refactor Request: Select Request";
export const nothingSent = "No refactoring has been sent in this window. Run Galley: Refactor… first.";
export const placeOf = (path: string, from: number, to: number): string => `${path}:${from}-${to}`;

// The box
export const cell = (path: string, number: number): string => `${path}#${number}`;
export const titleOf = (path: string, from: number, to: number): string =>
  from === to ? `Refactor Line ${from} of ${path}` : `Refactor Lines ${from}-${to} of ${path}`;
export const titleOfCaret = (path: string, line: number): string => `Insert at Line ${line} of ${path}`;
export const titleOfSeveral = (path: string, count: number): string => `Refactor ${count} Selections of ${path}`;
export const withContext = (title: string, names: readonly string[]): string =>
  names.length === 0 ? title : `${title}, with ${names.join(", ")}`;
export const placeholder = "Type what to change, for example “handle the empty list”. Type @ to add a file.";
export const costs = (model: string, tokens: number): string => `${model} · ~${tokens} tokens`;
export const recent = "Recently used";
export const removeRecent = "Remove from Recently Used";
export const previewButton = "Preview Request";
export const chatButton = "Continue in Chat";
export const contextButton = "Add Context…";
export const contextTitle = "Refactor: Add Context";
export const pinnedItem = "Pinned in the Shelf";
export const openItem = "Open editor";

// While the model answers
export const working = (lines: number): string =>
  lines === 0 ? "Refactoring… (Escape stops)" : `Refactoring… ${counted(lines, "line")} (Escape stops)`;
export const workingTitle = (path: string): string => `Refactoring ${path}…`;
export const mayCall = (title: string, places: string): string =>
  `To refactor, the model wants to use a tool: ${title} (${places}). Allow it once?`;
export const allow = "Allow Once";
export const deny = "Deny";
export const stopped = "Refactoring stopped. Nothing was changed.";

// After
export const unchanged = "The answer changes nothing.";
export const notApplied = (message: string): string => `Nothing was changed. ${message}`;
export const showAnswer = "Show Answer";
export const tryAgain = "Try Again";
export const showRequest = "Show Request";
export const changedBefore = (path: string): string =>
  `The code in ${path} changed while you wrote the instruction. Select it again, then run Galley: Refactor… again: your instruction is still there.`;
export const changedMeanwhile = (path: string): string =>
  `The code in ${path} changed while the model answered. Galley shows the proposal beside it instead.`;
export const closedMeanwhile = (path: string): string =>
  `${path} was closed while the model answered. Nothing was changed.`;
export const couldNotEdit = (path: string): string =>
  `VS Code did not accept the change of ${path}. Check whether the file is read-only.`;
export const changes = (count: number): string =>
  `${counted(count, "change")}, not saved yet. Keep or undo each above its lines.`;

// The line above a change
export const keep = "Keep";
export const keepTitle = "Keep this change";
export const undo = "Undo";
export const undoTitle = "Bring back the text before";
export const next = "Next";
export const nextTitle = "Go to the next change";
export const alternative = "Alternative";
export const alternativeTitle = "Undo it, and ask the model again";
export const retry = "Retry…";
export const retryTitle = "Undo it, and ask with another instruction";
export const diff = "Show Diff";
export const diffTitle = "Compare with the text before";
export const requestTitle = "Show the request that was sent, and its answer";

// The comparison and the hover
export const comparison = (path: string): string => `${path} (before Refactor ↔ now)`;
export const proposal = (path: string): string => `${path} (now ↔ proposed)`;
export const before = "Before Refactor:";
export const wasEmpty = "These lines are new.";
