// The first lines of what a suggestion would send, and what it would cost.
import * as vscode from "vscode";
import { estimateTokens } from "../../assemble/tokens/estimate.ts";
import { contextText } from "../../text/context-text.ts";
import { sizeWords } from "../../tools/reading/file-kind.ts";
import { fileTargetOf, type FileTarget } from "../../message/file-target.ts";
import type { KnownPart } from "../../message/part.ts";
import { resourceOf } from "../../message/resolved.ts";
import type { Peek } from "../../protocol/suggest.ts";
import { readFile } from "../files/files.ts";
import type { Asker } from "./needs.ts";
import * as words from "./words.ts";
import { uriOf } from "../files/workspace.ts";

const MOST_LINES = 3;
const LONGEST_LINE = 160;

type Look = Omit<Peek, "key">;

/** Never rejects: the note says why something cannot be read. */
export async function peekAt(part: KnownPart, asker: Asker): Promise<Look> {
  const resource = resourceOf(part);
  if (resource !== undefined) return lookInto(resource, asker);
  const target = targetOf(part);
  if (target === undefined) return { lines: [] };
  const folder = await entriesOf(target.path);
  if (folder !== undefined) return folder;
  // The preview is shown without a count if there is none.
  const [look, tokens] = await Promise.all([lookAt(target), asker.tokensIn(part).catch(() => undefined)]);
  return { ...look, ...(tokens !== undefined && { tokens }) };
}

/** A template is not read until its URI is complete. */
async function lookInto({ server, uri }: { server: string; uri: string }, asker: Asker): Promise<Look> {
  if (/[{}]/.test(uri)) return { lines: [], note: words.completeUri };
  const { parts, reason } = await asker.readResource(server, uri);
  const text = parts.map(contextText).join("\n");
  if (parts.length === 0) return { lines: [], note: reason ?? words.empty };
  return { lines: firstLines(text), tokens: estimateTokens(text, "prose"), note: sizeWords(Buffer.byteLength(text)) };
}

function targetOf(part: KnownPart): FileTarget | undefined {
  if (part.type === "mention" && part.target.kind === "symbol") {
    const { path, range } = part.target;
    return { path, range };
  }
  return fileTargetOf(part);
}

async function lookAt(target: FileTarget): Promise<Look> {
  try {
    const read = await readFile(target);
    if (read.state === "text") return { lines: firstLines(read.text), ...(read.unsaved && { note: words.unsaved }) };
    if (read.state === "unavailable") return { lines: [], note: read.reason };
    return { lines: [], note: read.state === "binary" ? words.binary : words.tooLarge };
  } catch {
    // The suggestion stays: only its preview is missing.
    return { lines: [], note: words.unreadable };
  }
}

/** `undefined` if the path is not a folder. */
async function entriesOf(path: string): Promise<Look | undefined> {
  try {
    const uri = uriOf(path);
    if (uri === undefined || uri.scheme === "untitled") return undefined;
    const { type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) === 0) return undefined;
    const names = (await vscode.workspace.fs.readDirectory(uri)).map(([name]) => name);
    return { lines: names.length === 0 ? [] : [cut(names.join("  "))], note: words.entries(names.length) };
  } catch {
    // The caller looks at it as a file, and says if it cannot be read.
    return undefined;
  }
}

/** Begins at the first line that is not blank. */
function firstLines(text: string): string[] {
  const lines = text.slice(0, 4000).split(/\r\n|\n|\r/);
  const start = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ""),
  );
  return lines.slice(start, start + MOST_LINES).map(cut);
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
