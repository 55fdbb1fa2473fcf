// What tools say: to the model in their results, and to the user in the titles and previews of their calls.
import { counted } from "../text/counted.ts";
import { sizeWords } from "./reading/file-kind.ts";
import type { ShellKind } from "./shell-kind.ts";

// Every tool
export const notCalled = (tool: string, problems: string): string => `Could not call ${tool}: ${problems}.`;
export const stopped = "Stopped by the user.";
/** The reason is one of a port: "no permission". */
export const refused = (name: string, reason: string): string => `${name}: ${reason}.`;
export const isFolder = (path: string): string => `${path} is a folder.`;
export const notFolder = (path: string): string => `${path} is not a folder.`;

// A result that is too long
const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;
export const truncated = (shown: number, all: number, saved: string | undefined): string =>
  saved === undefined
    ? `[Truncated: first ${kilobytes(shown)} of ${kilobytes(all)}. The rest could not be saved.]`
    : `[Truncated: first ${kilobytes(shown)} of ${kilobytes(all)}. Read or search the full text at ${saved}]`;

// A path that leads nowhere
export const missing = (path: string): string => `${path} does not exist.`;
export const missingNear = (path: string, near: readonly string[]): string =>
  near.length === 0
    ? `${path} does not exist. Search for it with glob.`
    : `${path} does not exist. Did you mean ${near.join(" or ")}?`;
export const noAttachment = (name: string): string => `Attachment ${name} not found in this conversation.`;
export const attachmentGone = (name: string): string => `Attachment ${name} is no longer available.`;

// read
export const readTitle = (name: string): string => `Read ${name}`;
export const readLinesTitle = (name: string, start: number, end: number): string => `Read ${name}:${start}-${end}`;
export const endBeforeStart = '"end" must not be before "start".';
export const onlyIgnored = (path: string): string => `${path} contains only ignored files.`;
export const isImage = (name: string, mime: string, bytes: number): string =>
  `${name} is an image (${mime}, ${sizeWords(bytes)}). Use view_image.`;
export const isPdf = (name: string, bytes: number): string => `${name} is a PDF (${sizeWords(bytes)}). Use read_pdf.`;
export const isBinary = (name: string, bytes: number): string =>
  `${name} is a binary file (${sizeWords(bytes)}), not text.`;
export const isEmpty = (path: string): string => `${path} is empty.`;
export const noLine = (path: string, total: number | undefined, line: number): string =>
  total === undefined
    ? `${path} has fewer lines; line ${line} does not exist.`
    : `${path} has ${counted(total, "line")}; line ${line} does not exist.`;
export const lineTooFar = (line: number): string => `line ${line} is too far into the file; use grep instead`;

// read: notes after the lines
export const notSavedYet = "not saved yet";
export const notUtf8 = "not saved as UTF-8, so edit cannot change it";
export const encodingUnknown = "its encoding is unknown; use bash to convert it to UTF-8";
export const moreLines = (start: number, last: number, total: number | undefined): string =>
  total === undefined
    ? `lines ${start}-${last}; continue with start ${last + 1}`
    : `lines ${start}-${last} of ${total}; continue with start ${last + 1}`;

// write and edit
const unsavedKept = " The file has unsaved changes in the editor. They are kept, and the file was not saved.";
export const createTitle = (path: string): string => `Create ${path}`;
export const replaceTitle = (path: string): string => `Replace ${path}`;
export const editTitle = (path: string): string => `Edit ${path}`;
export const contentTooLarge = "The content is larger than 4 MB. Write it in parts.";
export const folderNotFile = (path: string): string => `${path} is a folder. Specify a file in it.`;
export const tooLargeToReplace = (path: string): string => `${path} is larger than 4 MB and cannot be replaced.`;
export const tooLargeToEdit = (path: string): string => `${path} is larger than 4 MB. Change it with a command.`;
export const notWritten = (path: string, reason: string): string => `Could not write ${path}: ${reason}.`;
export const notEdited = (path: string, reason: string): string => `Could not edit ${path}: ${reason}.`;
export const notChanged = (path: string, reason: string): string => `Could not change ${path}: ${reason}.`;
export const created = (path: string, lines: number): string => `Created ${path}, ${counted(lines, "line")}.`;
export const replaced = (path: string, lines: number, isUnsaved: boolean): string =>
  `Replaced ${path}, ${counted(lines, "line")}.${isUnsaved ? unsavedKept : ""}`;
export const changedLine = (path: string, line: number, isUnsaved: boolean): string =>
  `Changed ${path} at line ${line}.${isUnsaved ? unsavedKept : ""}`;
export const changedPlaces = (path: string, places: number, isUnsaved: boolean): string =>
  `Changed ${path} at ${places} places.${isUnsaved ? unsavedKept : ""}`;

// edit: text that cannot be replaced
const readAgain = "Read the file again and copy the text exactly.";
export const sameText = "old_text and new_text are the same.";
export const ambiguous = (path: string, count: number, lines: string): string =>
  `old_text occurs ${count} times in ${path}, at lines ${lines}. Include more surrounding text, or set all.`;
export const textNotFound = (path: string): string => `old_text was not found in ${path}. ${readAgain}`;
export const hasLineNumbers = (path: string): string =>
  `old_text was not found in ${path}. Omit the line numbers that read adds.`;
export const spaceDiffers = (path: string, line: number, text: string): string =>
  `old_text was not found in ${path}. Only whitespace differs from line ${line}, which is:\n${text}`;
export const onlyFirstLine = (path: string, line: number): string =>
  `old_text was not found in ${path}. The first line matches line ${line}, but the following lines differ. ${readAgain}`;

// glob
export const globTitle = (pattern: string): string => `Find ${pattern}`;
export const noFiles = (pattern: string): string => `No files match ${pattern}.`;
export const moreFiles = (count: number, isCut: boolean): string =>
  isCut ? `[${count} and more; narrow the pattern]` : `[${count} more; narrow the pattern]`;

// grep
export const grepTitle = (pattern: string): string => `Search ${pattern}`;
export const badPattern = (reason: string): string => `Invalid regular expression: ${reason}.`;
export const searchTimedOut = "The search timed out. Search a smaller folder.";
export const noMatches = "No matches found.";

// grep: notes after the matches
export const firstMatches = (count: number): string => `only the first ${count} matches; narrow the search`;
export const largeSkipped = (megabytes: number, count: number): string =>
  `not searched, over ${megabytes} MB: ${count}`;
export const unaskedSkipped = (count: number): string => `not searched, needs permission: ${count}`;
export const firstFiles = (count: number): string => `only ${count} files were searched`;
export const notSearched = (path: string, reason: string): string => `${path}: ${reason}`;

// The search of the workspace that goes with /search: what the model reads
export const workspaceNotSearched = (reason: string): string => `[The workspace could not be searched: ${reason}]`;
export const moreLinesFit = (count: number): string => `[${counted(count, "more line")}]`;
export const moreFilesFit = (count: number): string => `[${counted(count, "more file")}; narrow the search]`;
export const partlySearched = "[Not all files were searched]";

// bash
const shellNames = {
  posix: "the user's shell",
  "git-bash": "Git Bash on Windows",
  pwsh: "PowerShell 7 on Windows",
  "windows-powershell": "Windows PowerShell 5.1, where && and || do not work",
} as const satisfies Record<ShellKind, string>;
export const bashDescription = (shell: ShellKind): string =>
  `Run a command in ${shellNames[shell]}. The command must not prompt for input.`;
export const bashTitle = "Run a command";
export const unseenCharacters = "The command contains invisible characters. Remove them.";
export const emptyCommand = "The command is empty.";
export const commandIn = (folder: string, command: string): string => `in ${folder}:\n${command}`;

// bash: notes after the output
export const timedOut = (seconds: number): string => `timed out after ${counted(seconds, "second")}`;
export const noExitCode = "exited without an exit code";
export const exitCode = (code: number): string => `exit code ${code}`;
export const leftRunning = "a process it started is still running";
export const outputTruncated = "output truncated";

// view_image and read_pdf
export const viewTitle = (name: string): string => `View ${name}`;
export const image = (name: string, mime: string, bytes: number): string => `${name}, ${mime}, ${sizeWords(bytes)}`;
export const notImage = (name: string): string => `${name} is not a supported image.`;
export const notPdf = (name: string): string => `${name} is not a PDF.`;
export const tooLarge = (path: string, bytes: number): string => `${path} is too large to read: ${sizeWords(bytes)}.`;
export const lastBeforeFirst = '"last_page" must not be before "first_page".';
export const damagedPdf = (name: string): string => `Could not read ${name}: it is damaged or password-protected.`;
export const pdfNotRead = (name: string, reason: string): string => `Could not read ${name}. ${reason}`;
export const noPage = (name: string, total: number, page: number): string =>
  `${name} has ${counted(total, "page")}; page ${page} does not exist.`;
export const onlyImages = (name: string, first: number, last: number): string =>
  `The pages ${first}-${last} of ${name} contain only images, no text.`;
export const page = (number: number, text: string): string => `[page ${number}]\n${text}`;
export const morePages = (first: number, last: number, total: number): string =>
  `[pages ${first}-${last} of ${total}; continue with first_page ${last + 1}]`;

// question and todo
export const questionNotShown = "The question was not shown.";
export const emptyList = "The list is empty.";
export const steps = (done: number, total: number): string => `Steps: ${done} of ${total} done`;
