// Turns dropped and chosen files into parts: a reference inside the workspace, an attachment from outside.
import * as vscode from "vscode";
import { recode } from "../../disk/attached/recode.ts";
import type { FileKind } from "../../disk/kind.ts";
import { reasonOf } from "../../text/reason.ts";
import type { FileAttachment, FileRef, KnownPart } from "../../message/part.ts";
import type { LineRange } from "../../message/range.ts";
import { ATTACH_BYTES } from "../../protocol/file-chunk.ts";
import { decodingOf } from "./decoding.ts";
import { droppedImage } from "../settings/settings.ts";
import * as words from "./words.ts";
import { lastNameOf, pathOf } from "./workspace.ts";
import { ownUri } from "./own-uri.ts";

export interface Incoming {
  parts: KnownPart[];
  /** One sentence for each file that could not be added. */
  problems: string[];
}

export async function takeUris(uris: readonly vscode.Uri[]): Promise<Incoming> {
  const taken: Incoming = { parts: [], problems: [] };
  for (const uri of uris) {
    const [place, range] = placeOf(uri);
    try {
      taken.parts.push(await partOf(place, range));
    } catch (error) {
      taken.problems.push(words.notAdded(lastNameOf(place), reasonNotAdded(error)));
    }
  }
  return taken;
}

/** References only, inside or outside the workspace: pins are read on every send, and a missing file may come back. */
export function referTo(uris: readonly vscode.Uri[]): { parts: FileRef[]; problems: string[] } {
  const [links, places] = [uris.filter(isLink), uris.filter((uri) => !isLink(uri))];
  const refused = (link: vscode.Uri): string => words.linkNotPinned(link.toString(true));
  return { parts: places.map((uri) => refTo(...placeOf(uri))), problems: links.map(refused) };
}

/** Takes the lines of `text/uri-list`; a line that is not a URI becomes a problem. */
export async function takeUriList(lines: readonly string[]): Promise<Incoming> {
  const { uris, problems } = readUriList(lines);
  const taken = await takeUris(uris);
  return { parts: taken.parts, problems: [...problems, ...taken.problems] };
}

/** The same, for pins. */
export function referToList(lines: readonly string[]): ReturnType<typeof referTo> {
  const { uris, problems } = readUriList(lines);
  const referred = referTo(uris);
  return { parts: referred.parts, problems: [...problems, ...referred.problems] };
}

function readUriList(lines: readonly string[]): { uris: vscode.Uri[]; problems: string[] } {
  const uris: vscode.Uri[] = [];
  const problems: string[] = [];
  for (const line of lines) {
    try {
      uris.push(vscode.Uri.parse(line, true));
    } catch {
      problems.push(words.notAddedInvalidUrl(line));
    }
  }
  return { uris, problems };
}

async function partOf(shown: vscode.Uri, range: LineRange | undefined): Promise<KnownPart> {
  const uri = ownUri(shown);
  if (isLink(uri)) return { type: "file-ref", ref: { kind: "url", url: uri.toString(true) } };
  const { type, size } = await statOf(uri);
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  if (type & vscode.FileType.Directory || uri.scheme === "untitled") return refTo(uri, range);
  if (isInside && (droppedImage(uri) === "ref" || range !== undefined)) return refTo(uri, range);
  if (isInside && !(await isImage(uri, size))) return refTo(uri, range);
  return attachmentOf(uri, size);
}

function isLink({ scheme }: vscode.Uri): boolean {
  return /^https?$/.test(scheme);
}

function refTo(uri: vscode.Uri, range: LineRange | undefined): FileRef {
  // The only folder of a workspace has an empty path.
  const path = pathOf(uri) || ".";
  return { type: "file-ref", ref: { kind: "path", path, ...(range !== undefined && { range }) } };
}

async function attachmentOf(uri: vscode.Uri, size: number): Promise<FileAttachment> {
  const name = lastNameOf(uri);
  if (size <= ATTACH_BYTES) return toAttachment(name, await vscode.workspace.fs.readFile(uri), uri);
  return { type: "file-attachment", name, mime: (await kind(new Uint8Array(), name)).mime, size };
}

/** Leaves out the bytes of a file that is too large. `uri` says which encoding the user chose for it. */
export async function toAttachment(name: string, bytes: Uint8Array, uri?: vscode.Uri): Promise<FileAttachment> {
  const type = await kind(bytes, name);
  if (bytes.length > ATTACH_BYTES) return { type: "file-attachment", name, mime: type.mime, size: bytes.length };
  const taken = (await recode(bytes, type, await decodingOf(uri))) ?? { bytes: Buffer.from(bytes), mime: type.mime };
  const data = taken.bytes.toString("base64");
  return { type: "file-attachment", name, mime: taken.mime, size: taken.bytes.length, data };
}

async function isImage(uri: vscode.Uri, size: number): Promise<boolean> {
  if (size > ATTACH_BYTES) return false;
  return (await kind(await vscode.workspace.fs.readFile(uri), lastNameOf(uri))).class === "image";
}

async function kind(bytes: Uint8Array, name: string): Promise<FileKind> {
  const { HEAD_BYTES, kindOf } = await import("../../disk/kind.ts");
  return kindOf(bytes.subarray(0, HEAD_BYTES), name);
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
  if (uri.scheme !== "untitled") return vscode.workspace.fs.stat(uri);
  return { type: vscode.FileType.File, size: 0, ctime: 0, mtime: 0 };
}

/** The URI as the extension host names it, and the lines in its fragment, which a match in Search has. */
function placeOf(uri: vscode.Uri): [vscode.Uri, LineRange | undefined] {
  const isForeign = uri.scheme === "vscode-remote" && vscode.env.remoteName !== undefined;
  // One side of a diff stands for the file itself.
  const isSide = uri.scheme === "git";
  const bare = uri.with({ fragment: "", query: isSide ? "" : uri.query });
  const place = isForeign || isSide ? bare.with({ scheme: "file", authority: "" }) : bare;
  return [place, linesOf(uri.fragment)];
}

/** `15,32-15,39` or `L15-L17`. A range that ends before the first character of a line does not include it. */
function linesOf(fragment: string): LineRange | undefined {
  const found = /^L?(\d+)(?:,\d+)?(?:-L?(\d+)(?:,(\d+))?)?$/.exec(decodeURIComponent(fragment));
  if (found === null) return undefined;
  const start = Number(found[1]);
  const last = Number(found[2] ?? found[1]);
  const end = found[3] === "1" && last > start ? last - 1 : last;
  return start >= 1 && end >= start ? { start, end } : undefined;
}

function reasonNotAdded(error: unknown): string {
  const code = error instanceof vscode.FileSystemError ? error.code : "";
  if (code === "FileNotFound") return words.fileMissing;
  if (code === "NoPermissions") return words.noPermission;
  return reasonOf(error);
}
