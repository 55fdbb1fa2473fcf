// What Galley says about memories: reasons, as the end of a sentence, and what the tools and the index tell the model.

// A name, a description, a type or a body that is not valid
export const notKebab = "name must be kebab-case: lowercase letters and digits, joined by single hyphens";
export const nameTooLong = (length: number, most: number): string =>
  `name has ${length} characters; the limit is ${most}`;
export const deviceName = (name: string): string => `${name} is not a valid file name on all systems`;
export const badFileName = (nameFault: string): string => `${nameFault}; this also applies to the file name`;
export const badName = (name: string): string => `${name} is not a valid memory name`;
export const noDescription = "description is required";
export const manyLines = "description must be one line";
export const descriptionTooLong = (length: number, most: number): string =>
  `description has ${length} characters; the limit is ${most}`;
export const badType = "type must be one word, such as user, feedback, project or reference";
export const bodyTooLarge = (kilobytes: number, most: number): string =>
  `body has ${kilobytes} KB; the limit is ${most} KB`;

// Secrets
export const secrets = {
  privateKey: "a private key",
  anthropic: "an Anthropic API key",
  sk: "an API key (sk-…)",
  google: "a Google API key",
  gitHub: "a GitHub token",
  gitLab: "a GitLab token",
  npm: "an npm token",
  huggingFace: "a Hugging Face token",
  groq: "a Groq API key",
  slack: "a Slack token",
  stripe: "a Stripe key",
  aws: "an AWS access key",
  jwt: "a JSON Web Token",
  urlPassword: "a URL with a password",
  bearer: "an access token",
  password: "a password",
  assigned: "a key or token",
  random: "a long random token",
} as const;
export const containsSecret = (kind: string): string =>
  `it appears to contain ${kind}. Memories are plain files that models read; note where the secret is stored instead`;

// A file that is not a memory
export const otherName = (name: string, file: string): string => `its name is ${name}, but its file is ${file}.md`;
export const otherScope = (scope: string, folder: string): string =>
  `its scope is ${scope}, but the file is in the ${folder} folder`;
export const notUtf8 = "the file is not UTF-8 text";
export const linkOutside = "it is a link to a place outside its folder";
export const notFile = "it is not a file";
export const tooLarge = (kilobytes: number): string => `it is too large (${kilobytes} KB)`;

// The folders
export const outside = (folder: string): string => `${folder} is outside its folder`;
export const untrusted = "project memories are unavailable until you trust this workspace";
export const noFolder = (scope: string): string => `no ${scope} memory folder is available; open a folder first`;
export const manyFiles = (count: number, most: number): string =>
  `contains ${count} files; only the first ${most} are read`;
export const locked = "another window is writing memories; try again";

// Finding and saving
export const missing = (name: string): string => `memory ${name} not found`;
export const inBothScopes = (name: string): string => `both scopes have a memory named ${name}; specify the scope`;
export const unreadable = (file: string, line: number, reason: string): string => `${file}:${line}: ${reason}`;
export const taken = (name: string): string => `a memory named ${name} already exists`;
export const manyAlike = (count: number, name: string): string => `${count} memories already begin with ${name}`;
export const changedMeanwhile = (name: string): string => `the memory ${name} has changed; read it again first`;
export const limitReached = (most: number): string => `the limit of ${most} memories is reached; delete one first`;
export const notWritten = (name: string, reason: string): string => `could not write ${name}: ${reason}`;

// The index in a request
export const indexHead =
  "Memories: notes from earlier conversations, one line each. memory_read returns a whole note. Notes may be out of date.";
export const moreMemories = (count: number): string => `${count} more: memory_list`;

// The tools: titles of their calls
export const saveTitle = (name: string): string => `Save memory ${name}`;
export const changeTitle = (name: string): string => `Change memory ${name}`;
export const readTitle = (name: string): string => `Read memory ${name}`;
export const listTitle = "List memories";
export const deleteTitle = (name: string): string => `Delete memory ${name}`;

// The tools: what the model reads
export const badInput = (problem: string): string => `Invalid arguments: ${problem}.`;
export const notSaved = (reason: string): string => `Could not save the memory: ${reason}.`;
export const useOtherName = (file: string, line: number, reason: string): string =>
  `Could not read ${file}:${line}: ${reason}. Use another name.`;
export const notFound = (reason: string): string => `${reason}. memory_list returns all names.`;
/** A reason as a sentence of its own. */
export const failed = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
export const saved = (name: string, scope: string): string => `Saved memory ${name} (${scope}).`;
export const deleted = (name: string, scope: string): string => `Deleted memory ${name} (${scope}).`;
export const none = "No memories yet.";
export const notRead = (file: string, line: number, reason: string): string =>
  `Could not read ${file}:${line}: ${reason}`;
export const scopeNotRead = (scope: string, reason: string): string => `${scope}: ${reason}`;
