// What Galley says about commands and drafts: the built-in commands, what is wrong with a command file, why a message is not sent.

// The built-in commands, in the list of suggestions
export const builtIns = {
  new: "Start a new conversation. Text after the command becomes the draft",
  branch: "Branch from an earlier message into a new conversation",
  sidecar: "Open a sidecar. Text after the command is sent immediately",
  inspect: "Preview the request",
  rewind: "Rewind to an earlier message and edit it",
  compact: "Compact the conversation into a summary",
  queue: "Add the text to the queue. Without text, resume the queue",
  archive: "Archive this conversation",
  model: "Select a model",
  memory: "Save the text as a memory. Without text, show memories",
  export: "Export this conversation",
  help: "List slash commands",
  read: "Add a file or a folder. Lines follow the path: src/a.ts:10-20",
  diff: "Add the uncommitted changes",
  problems: "Add the errors and warnings in the workspace",
  search: "Search the workspace",
};

// Where a command comes from
export const builtIn = "built in";
export const otherExtension = "another extension";

// Arguments without a name of their own
export const argument = (position: number): string => `argument ${position}`;
export const allArguments = "arguments";

// Why a message is not sent
export const notReady = (command: string): string => `${command} is not ready. Send it again in a moment.`;
export const missingArguments = (command: string, names: readonly string[]): string =>
  `${command} requires ${names.map((name) => `“${name}”`).join(", ")}. Type it after the command.`;
export const twoCommands = (first: string, second: string): string =>
  `A message can contain only one command. Send ${first} and ${second} separately.`;
export const runsInGalley = (command: string): string =>
  `${command} runs in Galley and is not sent to the model. Run it from the panel.`;
export const promptNotRead = (command: string): string =>
  `${command} comes from an MCP server that has not returned it yet. Send it again.`;
export const noSuchPlace = (path: string): string =>
  `The workspace has no file or folder “${path}”. Check the path, or type @ to find the file.`;
export const placeOutside = (path: string): string =>
  `“${path}” is outside the workspace. Drag it into the message to attach it.`;
export const placeIgnored = (path: string): string =>
  `Ignore rules exclude “${path}”. Type @${path} to add it; Galley asks before it sends the file.`;
export const invalidLines = (path: string): string =>
  `“${path}” does not name lines. Write the first line and the last, such as src/a.ts:10-20.`;
export const linesOfFolder = (path: string): string =>
  `“${path}” is a folder, which has no lines. Leave the lines out.`;
export const nothingToAdd = (command: string, reason: string): string =>
  `${command} has nothing to add: ${reason}. Remove the command to send the rest of the message.`;
export const emptyMessage = "The message is empty. Type a message or add context.";

// What is wrong with a command of another extension
export const invalidId = "the ID must be a slash followed by a name";
export const templateOrRun = "specify either template or run";
export const stringOrFunction = "run must be a function or the ID of a command of VS Code";

// What is wrong with a command file
export const noClosingFence = "the front matter has no closing ---";

// What is wrong with the front matter of a file
export const noFrontMatter = "the file must begin with front matter between --- lines";
export const matterTooLong = (kilobytes: number): string =>
  `the front matter is longer than ${kilobytes} KB; move text below the second --- line`;
export const tooManyBrackets = "the front matter has too many brackets";
export const tooManyLists = "the front matter has too many nested lists";
export const explicitKey = 'the front matter has a key that begins with "?"; write it as "key: value"';
/** The YAML library's own sentence. */
export const duplicateKey = "Map keys must be unique";
export const noPairs = "the front matter must contain key: value pairs";
export const fieldMissing = (field: string): string => `${field} is missing`;
export const fieldNotText = (field: string): string => `${field} must be text`;
export const fieldInvalid = (field: string, expected: string): string => `${field} ${expected}`;

// What the model reads of /search
export const searchPrompt = "Search the workspace for: $ARGUMENTS";
