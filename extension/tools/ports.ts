// The ports of tools. The host fills them; tests and the command line fill them from the disk.
import type { ShellKind } from "./shell-kind.ts";
import type { CallAbout, Need } from "./tool.ts";
import type { Result } from "../message/result.ts";

/** A path on disk as it was when located. A later read is refused if the path has become another file. */
export interface Place {
  /** As messages write it: relative to its workspace folder with `/`, the folder's name first if there are several; absolute outside. Links are resolved. */
  path: string;
  /** Absolute, begins with the workspace folder as the user opened it: files are opened and processes started by it. */
  full: string;
  /** Absolute, links resolved: decides what is inside and what is the same, and is never opened. */
  real: string;
  /** In a workspace folder, or in the folder where Galley saves long results. */
  inside: boolean;
  kind: "file" | "folder" | "missing";
  /** In bytes, as far as known. */
  size: number;
}

/** The failure, here and in the other ports, is text that follows a name and a colon: "no permission". */
export type Located = Result<Place, string>;

interface Window {
  /** The first byte. */
  start: number;
  /** After the last byte. */
  end: number;
}

export interface Files {
  /** `""` and `.` are the first workspace folder. */
  locate: (path: string) => Promise<Located>;
  /** Never follows a link that appeared since the place was located, never waits for a pipe or a device. */
  read: (place: Place, window?: Window) => Promise<Result<{ bytes: Uint8Array; size: number }, string>>;
  /** Files below a folder that neither ignore files nor the editor exclude, in no order. Does not follow links. */
  list: (place: Place, options: ListOptions) => Promise<{ places: Place[]; isCut: boolean }>;
  /** A folder as a bounded listing, cut entries counted. Like `list` it rejects if the folder has become a link. */
  outline: (place: Place) => Promise<string>;
}

interface ListOptions {
  signal: AbortSignal;
  /** Maximum number of files. */
  most: number;
  /** Only these files. Called in small batches, so that it does not block the event loop. */
  wants?: (place: Place) => boolean;
}

export interface DocumentText {
  text: string;
  /** The editor has changes that are not on disk: this is the editor's text. */
  unsaved: boolean;
  eol: "\n" | "\r\n";
}

export interface Documents {
  /** The editor's text where it has unsaved changes, else what is on disk. */
  text: (place: Place) => Promise<Result<DocumentText, string>>;
  /** Refused if the text is no longer `before`, or, without `before`, if the file exists. Creates missing folders. */
  replace: (
    place: Place,
    before: string | undefined,
    after: string,
    about: CallAbout,
  ) => Promise<Result<undefined, string>>;
}

export interface ShellOptions {
  /** Absolute. */
  cwd: string;
  timeoutMs: number;
  /** More output than this is dropped from its middle or its end, and `truncated` says so. */
  limitBytes: number;
  signal: AbortSignal;
  /** Added to the variables of the window. */
  env?: Readonly<Record<string, string>>;
  /** Called with each piece of the output as it arrives. */
  heard?: (text: string) => void;
  /** Runs this program without a shell. The command is then only shown. */
  program?: { command: string; args: readonly string[] };
}

export interface ShellResult {
  /** `null` if the command was killed or its exit code is unknown. */
  exit_code: number | null;
  /** Both streams, in the order of arrival. */
  output: string;
  truncated: boolean;
  timed_out: boolean;
  /** A process that the command started in the background still runs. */
  left_running?: boolean;
}

export interface Shell {
  readonly kind: ShellKind;
  run: (command: string, options: ShellOptions) => Promise<ShellResult>;
}

export interface WebLimits {
  limitBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface WebAnswer {
  status: number;
  /** Where a redirect leads, as it was written. */
  location?: string;
  /** The content type as it was sent. */
  type: string;
  body: Uint8Array;
  isCut: boolean;
}

export interface Web {
  /** All addresses of a host. */
  resolve: (host: string) => Promise<string[]>;
  /** One request, redirects not followed, connected to `address` and to no other. Rejects with an error whose message the model reads. */
  get: (url: URL, address: string, limits: WebLimits) => Promise<WebAnswer>;
}

export interface Spill {
  /** Returns the path for `read` and `grep`, or `undefined` if the text could not be saved. */
  keep: (content: string, name: string) => Promise<string | undefined>;
}

export interface Attached {
  name: string;
  mime: string;
  /** `undefined` if the bytes are missing. */
  bytes: () => Promise<Uint8Array | undefined>;
}

export interface Blobs {
  /** An attachment of the conversation by its content id or by its name; the latest of that name. */
  find: (wanted: string, session_id: string) => Promise<Attached | undefined>;
}

export interface Pdfs {
  /** The text of the pages `first` to `last` that exist. `undefined` if the PDF is damaged; `why` if a limit is reached. */
  pages: (
    bytes: Uint8Array,
    first: number,
    last: number,
  ) => Promise<{ pages: string[]; total: number } | { why: string } | undefined>;
}

export interface SearchJob {
  places: Place[];
  source: string;
  flags: string;
  /** Maximum number of lines. */
  most: number;
  /** Larger files are skipped. */
  fileBytes: number;
}

export interface Found {
  path: string;
  line: number;
  text: string;
}

export interface Searched {
  found: Found[];
  /** There were more lines than `most`. */
  isCut: boolean;
  /** How many files were too large. */
  large: number;
  /** Files that could not be read, and why. */
  unread: { path: string; why: string }[];
}

export interface Matcher {
  /**
   * Finds matching lines in a worker thread with a time limit, never in binary files. Reads as carefully as
   * `Files.read`.
   */
  search: (job: SearchJob, signal: AbortSignal) => Promise<Result<Searched, string>>;
}

export interface Ports {
  files: Files;
  documents: Documents;
  shell: Shell;
  web: Web;
  spill: Spill;
  blobs: Blobs;
  pdfs: Pdfs;
  matcher: Matcher;
  /** What the rules say, without asking the user: a search skips files that would need a separate question. */
  judge: (need: Need, session_id: string) => "allow" | "ask" | "deny";
}
