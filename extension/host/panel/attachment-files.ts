// Attachments as read-only files that VS Code can show. The bytes come from the store or from the message.
import * as vscode from "vscode";
import type { FileAttachment } from "../../message/part.ts";
import { contentId, findBlob, loadBlob } from "../../persist/contents/blobs.ts";
import type { Store } from "../../persist/database/store.ts";
import { openFile } from "../window/editor.ts";
import * as words from "./words.ts";

const SCHEME = "galley-attachment";

interface Kept {
  size: number;
  bytes: () => Uint8Array | undefined;
}

/** The attachments opened in this window, by path. */
const opened = new Map<string, Kept>();

let provider: vscode.Disposable | undefined;

/** Rejects with a message for the user if the bytes are not stored. */
export async function openAttachment(store: Store, { name, data, content_id }: FileAttachment): Promise<void> {
  if (content_id !== undefined) return openStored(store, content_id, name);
  if (data === undefined) throw new Error(words.neverStored(name));
  const bytes = Buffer.from(data, "base64");
  await show(name, contentId(bytes), { size: bytes.length, bytes: () => bytes });
}

export async function openStored(store: Store, id: string, name = words.unnamedAttachment): Promise<void> {
  const { size } = findBlob(store, id) ?? {};
  if (size === undefined) throw new Error(words.noLongerStored(name));
  await show(name, id, { size, bytes: () => loadBlob(store, id)?.bytes });
}

async function show(name: string, id: string, kept: Kept): Promise<void> {
  provider ??= vscode.workspace.registerFileSystemProvider(SCHEME, files, { isReadonly: true });
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${id.slice(0, 16)}/${name.replaceAll(/[\\/]/g, " ")}` });
  opened.set(uri.path, kept);
  await openFile(uri);
}

function keptOf(uri: vscode.Uri): Kept {
  const kept = opened.get(uri.path);
  if (kept === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return kept;
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

const files: vscode.FileSystemProvider = {
  onDidChangeFile: () => new vscode.Disposable(() => undefined),
  watch: () => new vscode.Disposable(() => undefined),
  stat: (uri) => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: keptOf(uri).size }),
  readFile(uri) {
    const bytes = keptOf(uri).bytes();
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  },
  readDirectory: () => [],
  createDirectory: refuse,
  writeFile: refuse,
  delete: refuse,
  rename: refuse,
};
