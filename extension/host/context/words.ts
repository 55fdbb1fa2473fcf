// What Galley says about context: what the user adds from the editor, what is sent automatically, and why there is none.
import type { Policy } from "../../acquire/policy.ts";
import { counted } from "../../text/counted.ts";

// The lightbulb
export const askAboutProblem = "Ask Galley About Problem";
export const addSelection = "Add Selection to Galley Message";
export const refactorSelection = "Refactor with Galley…";

// Commands that add to the message
export const nothingToAdd = (reason: string): string => `Nothing to add: ${reason}.`;
export const noContent = "no content found";
export const selectToAdd = "Open a text editor and select the text to add.";
export const placeInSymbol = "Open a text editor and place the cursor in a symbol.";
export const noSymbol = "No symbol found at the cursor. Place the cursor in a function, class or other symbol.";

// Add Byte Range of File to Message
export const addBytesTitle = "Add Byte Range of File to Message";
export const openForBytes = "Open the file in an editor first, for example in the Hex Editor.";
export const fileEmpty = "the file is empty";
export const enterBytes = (name: string, size: number): string =>
  `Enter the first and last offset of the bytes in ${name}, which has ${counted(size, "byte")}. Of a file that is not text, up to 4 KB are sent.`;
export const bytesExample = "0x100-0x1ff";

// Add Stored Attachment to Message
export const addStoredTitle = "Add Stored Attachment to Message";
export const selectStored = "Select an attachment of an earlier message";
export const nothingStored = "No message of this workspace has an attachment yet.";
export const storedDescription = (mime: string, size: string): string => `${mime}, ${size}`;
export const storedDetail = (conversation: string, ago: string): string => `${conversation}, ${ago}`;
export const noLongerStored = (name: string): string => `${name} is no longer stored. Attach the file again.`;

// Add Problems to Message
export const addProblemsTitle = "Add Problems to Message";
export const problemsAtCursor = "At Cursor";
export const problemsInFile = "In Current File";
export const problemsInWorkspace = "In Workspace";

// Add Changes to Message
export const addChangesTitle = "Add Changes to Message";
export const allChanges = "All Uncommitted Changes";
export const stagedChanges = "Staged Changes";
export const unstagedChanges = "Unstaged Changes";
export const commitItem = "Commit…";
export const addCommitTitle = "Add Commit to Message";
export const openRepository = "No Git repository is open. Open a folder that contains one.";

// Send Selection with Message
export const sendTitle = "Send Selection with Message";
export const enterMessage = (automatic: readonly string[]): string => {
  const also = automatic.length === 0 ? "" : ` Automatic context is sent too: ${automatic.join(", ")}.`;
  return `Enter a message. It is sent with the selection to the current conversation.${also}`;
};
export const selectToSend = "Open a text editor and select the text to send.";

// The question that a new user can send with one click, which the model reads, too
export const whatFile = "What does this file do? Answer in a few sentences.";
export const whatSelection = "What does this code do? Answer in a few sentences.";
export const whatProject = "What can you help me with? Answer in a few sentences.";

// Copy Selection Reference
export const copyReferenceTitle = "Copy Selection Reference";
export const selectReference = "Nothing is selected. Select what to reference at the cursor";
export const line = "Line";
export const symbol = "Symbol";
export const problem = "Problem";
export const selectToReference = "Open a text editor and select the code to reference.";
export const placeOnProblem = "Place the cursor on a problem first.";

// Configure Automatic Context
export const policiesTitle = "Configure Automatic Context";
export const selectAutomatic = "Select what Galley adds to messages in this workspace";
export const policies: Readonly<Record<Policy, string>> = {
  never: "Never",
  ask: "Ask: suggest above the input",
  always: "Always: add to every message",
};
export const policyTitle = (context: string): string => `Add “${context}” to Messages`;
export const clearEdits = "Clear Recent Edits";
export const clearEditsDetail = "forget the edits noted so far";

// Why a context is empty: these follow a name and a colon, or "Nothing to add:".
export const noEditor = "no text editor is active";
export const editorHidden = "the editor is not visible";
export const notAutomatic = "its file is not sent automatically";
export const notTrusted = "this workspace is not trusted";
export const noRepository = "no Git repository is open";
export const firstCommit = "the first commit has no parent";
export const noSearchResults = "the Search view shows no results";
export const noTerminal = "no terminal is open";
export const noCommandRun = "no command has run in the terminal (shell integration may be off)";
export const noTerminalSelection = "nothing is selected in the terminal";

// Why the symbols of a file are not known: these follow a colon.
export const fileGone = "its file does not exist anymore";
export const noSymbols = "no extension lists the symbols of its file";
export const symbolsLate = "the language of its file did not answer in time";
export const symbolsFailed = "the language of its file reported an error";

// Contexts of other extensions
export const noProvider = "no extension provides this context";
export const emptyContext = "it has no content";
export const noEntities = "the extension provides it only as a whole";
export const invalidName = (name: string): string => `Invalid context name ${name}: use letters only.`;
export const nameTaken = (name: string): string => `A context named ${name} is already registered.`;

// What the model reads
export const staged = "staged";
export const workingTree = "working tree";
export const untrackedFiles = "untracked files";
export const commit = (hash: string, subject: string): string => `commit ${hash}: ${subject}`;
export const filesOmitted = (count: number): string => `[${counted(count, "more file")} omitted]`;
export const fileKeptOut = (path: string): string =>
  `[${path} is not included: it is outside the workspace, ignored or may hold secrets]`;
export const cell = (number: number): string => `cell ${number}`;
export const asStaged = "as staged";
export const atCommit = (ref: string): string => `at ${ref}`;
