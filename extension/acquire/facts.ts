// Facts: what the world said about the things a draft points at. No prompt text, no placement.
import type { Range } from "../message/range.ts";
import type { Resolved } from "../message/resolved.ts";
import type { FolderFact } from "../message/snapshot.ts";
import type { SymbolFact } from "../message/symbol-fact.ts";

/** What a file was when it was read, cut to the range that was asked for. */
export type FileRead =
  | {
      state: "text";
      text: string;
      language: string;
      range?: Range;
      unsaved: boolean;
      clamped: boolean;
      /** How many lines the whole file has, where a range was asked for and all of it was seen. */
      lines?: number;
      folder?: FolderFact;
    }
  | { state: "large"; size: number }
  | {
      state: "binary";
      size: number;
      /** What a model may take as it is, as base64. */
      media?: { mime: string; data: string };
      /** A smaller copy of a picture that is larger than models take, as base64. */
      scaled?: ScaledPicture;
      /** It may be text, in an encoding that is not known. */
      undecoded?: boolean;
    }
  | { state: "unavailable"; reason: string };

/** A picture that was made smaller. */
export interface ScaledPicture {
  mime: string;
  data: string;
  width: number;
  height: number;
}

/** A file that was read; what is kept of it comes with the digest it is stored under. */
export type FileFact =
  | Exclude<FileRead, { state: "text" | "binary" }>
  | (Extract<FileRead, { state: "text" }> & { content_id: string })
  | (Extract<FileRead, { state: "binary" }> & { content_id?: string; scaled_id?: string });

export interface Facts {
  /** By `targetKey`. Every target has its fact: one that could not be read is a fact too. */
  files: ReadonlyMap<string, FileFact>;
  /** By the `lookupName` of what is mentioned. */
  contexts: ReadonlyMap<string, Resolved>;
  /** By `symbolKey`. Empty without an editor. */
  symbols: ReadonlyMap<string, SymbolFact>;
}
