// What Galley says about files on disk: why one cannot be read or written, and what stopped a long search or reading.

// Why a file cannot be read or written, at the end of a sentence
export const folder = "it is a folder";
export const notRegular = "it is not a regular file";
export const missing = "the file does not exist";
export const gone = "it no longer exists";
export const exists = "it already exists";
export const denied = "permission denied";
export const replaced = "it was replaced by a link or another file";
export const nameTooLong = "the name is too long";
export const changed = "the file has changed";
export const notUtf8 = "the file is not UTF-8 text";
export const notBeside = "it is not inside the folder of the profile";
export const largerThan = (kilobytes: number): string => `it is larger than ${kilobytes} KB`;
export const pastEnd = (size: number): string => `the file has only ${size} bytes`;
export const readOnly = "it is read-only";
export const hardLinks = "it has several hard links";
export const ownerNotKept = "its owner or permissions could not be kept";
export const notInOneStep = (reason: string): string => `${reason}, so it cannot be replaced in one step`;

// Why a folder of the settings cannot be used
export const notAbsolute = "it is not an absolute path";

// Why a path of a tool leads nowhere
export const colonInName = "file names cannot contain a colon";
export const networkPath = "network paths outside the workspace are not supported";
export const notOnDisk = (folder: string): string => `the folder ${folder} is not on disk`;
export const leavesFolder = "the path leads out of its folder";
export const virtualLink = "it is a link, which Galley does not follow in a folder that is not on disk";
export const tooLargeElsewhere = "the file is too large to read from a folder that is not on disk";
export const noFolderOpen = "no folder is open; use an absolute path";
export const neither = "it is neither a file nor a folder";
export const fileInPath = "part of the path is a file, not a folder";
export const linkLoop = "symbolic links form a loop";
export const brokenLink = "the symbolic link is broken";
export const becameLink = (path: string): string => `${path}: it was replaced by a link.`;

// Why a program was not started
export const programMissing = (command: string): string => `Could not find the program ${JSON.stringify(command)}.`;
export const batchArguments = (file: string): string =>
  `${file} is a batch file, so its arguments cannot contain quotes, percent signs or line breaks. Remove them, or run another program.`;

// A search that was stopped
export const search = {
  start: "Could not start the search.",
  time: "The search timed out. Avoid nested repetition in the pattern, or search fewer files.",
  memory: "The search ran out of memory. Search fewer files.",
};

// A PDF that was not read
export const pdf = {
  start: "Could not start the PDF reader.",
  time: "Reading the PDF timed out. Split it, or save it again with another program.",
  memory: "Reading the PDF ran out of memory. Split it, or save it again with another program.",
};
export const pdfTooLarge = (megabytes: number): string => `The PDF is larger than ${megabytes} MB. Split it.`;

// A template that was not rendered
export const template = {
  start: "could not start the template renderer",
  time: "the template took longer than 1 second",
  memory: "the template used too much memory",
};

// What the model reads of a PDF
export const pdfPage = (page: number, text: string): string => `[page ${page}]\n${text}`;
export const restOmitted = (text: string): string => `${text}\n[the rest is omitted]`;
