// What Galley says about changes to files: code of an answer that the user applies, and edits of tools.
import type { LineRange } from "../../message/range.ts";

// Both comparisons with the text before
export const comparison = (path: string): string => `${path}: before ↔ now`;

// Insert code
export const placeToInsert = "Open a text editor and place the cursor where you want to insert the code.";
export const notInserted = "Could not insert the code. The file may be read-only.";

// Apply code: what can be wrong with the code or the file
export const applyShell = "Commands cannot be applied to a file. Use Insert into Terminal.";
export const emptyBlock = "The code block is empty.";
export const noFile =
  "This code does not name a workspace file. Open the file that you want to change, then apply the code again.";
export const readOnly = (path: string): string => `${path} is read-only.`;
export const readOnlySetting = (path: string): string =>
  `${path} is read-only because of the setting files.readonlyInclude.`;
export const notText = (path: string): string => `Could not open ${path} as text. It may be a binary file.`;
export const tooLarge = (path: string): string =>
  `${path} is larger than 10 MB, so Galley cannot apply the code. Insert the code yourself.`;
export const changedMeanwhile = (path: string): string => `${path} has changed. Apply the code again.`;
export const createdMeanwhile = (path: string): string => `${path} already exists. Apply the code again.`;
export const notCreated = (path: string): string => `Could not create ${path}.`;
export const notChanged = (path: string): string => `Could not change ${path}. The file may be read-only.`;

// Apply code: where to put it
export const applyTitle = (path: string | undefined): string =>
  path === undefined ? "Apply Code" : `Apply Code to ${path}`;
export const fileMissing = (path: string): string => `${path} does not exist. Select where to put the code`;
export const noMatch = "No part of the file matches this code. Select where to put it";
export const farMatch = "The closest match differs in many lines. Select where to put the code";
export const manyMatches = "Several parts of the file match this code. Select where to put it";
export const lines = ({ start, end }: LineRange): string => (end > start ? `Lines ${start}-${end}` : `Line ${start}`);
export const place = (line: string, around: string | undefined): string =>
  around === undefined ? line : `${line} in ${around}`;
export const newFile = "New File";
export const notSaved = "not saved";
export const insertAtCursor = "Insert at Cursor";
export const replaceSelection = "Replace Selection";
export const atLine = (path: string, line: number): string => `${path}, line ${line}`;
export const replaceFile = "Replace Whole File";
export const wholeFile = (path: string, lineCount: number): string =>
  lineCount === 1 ? `its only line of ${path}` : `all ${lineCount} lines of ${path}`;

// Code that was applied
export const alreadyThere = (path: string): string => `No changes: ${path} already contains this code.`;
export const alreadyAtLine = (path: string, line: number): string =>
  `No changes: ${path} already contains this code at line ${line}.`;
export const created = (path: string): string => `Created ${path}. The file is not saved yet.`;
export const applied = (path: string, { start, end }: LineRange): string =>
  end > start
    ? `Lines ${start}-${end} of ${path} are changed. The file is not saved yet.`
    : `Line ${start} of ${path} is changed. The file is not saved yet.`;
export const appliedAndSaved = (path: string, { start, end }: LineRange): string =>
  end > start
    ? `Lines ${start}-${end} of ${path} are changed. VS Code saves the file automatically.`
    : `Line ${start} of ${path} is changed. VS Code saves the file automatically.`;
export const save = "Save";
export const undo = "Undo";
export const changedSince = (path: string): string =>
  `${path} changed since the code was applied. Run Undo in the editor to remove the code.`;
export const notTakenBack = (path: string): string =>
  `Could not change ${path}. Run Undo in the editor to remove the code.`;

// Insert into Terminal
export const insertTrusted =
  "Galley inserts commands only in a trusted workspace. Trust this workspace to insert them.";
export const terminalTitle = "Insert into Terminal";
export const selectCommand = "Select a command. It runs only when you press Enter in the terminal";
export const copyAll = (count: number): string => `Copy All ${count} Commands`;
export const copiedAll = (count: number): string =>
  `Copied ${count} commands. Pasting them into a terminal may run them.`;

// Edits of tools
export const noEdits = "This conversation has no edits to review.";
export const notUndone = (path: string, reason: string): string => `Could not undo the edit to ${path}: ${reason}`;
export const reviewEdits = "Review Edits";

// Edits of tools: why a file was not changed, for the model, or why an edit was not undone, for the user
export const openTwice = "it is open twice with unsaved changes; save one of them";
export const changeRejected = "VS Code rejected the change";
export const changedBefore = {
  edit: "the file has changed",
  undo: "the file has changed since the edit",
} as const;
export const onlyInEditor = {
  edit: "the edit is in the editor, but the file could not be saved",
  undo: "the edit was undone in the editor, but the file could not be saved",
} as const;
