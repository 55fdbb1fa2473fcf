// The bytes of a file that a model may take as it is: a picture, a PDF, a sound or a film, told by its first bytes.
import { open, readFile } from "node:fs/promises";
import type { FileRead } from "../acquire/facts.ts";
import { closing } from "./closing.ts";

/** More than any provider takes in a request. */
const MOST_BYTES = 20 * 1024 * 1024;

const PDF = "%PDF-";

/** Text or not: a PDF may begin like one. */
export function isPdf(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, PDF.length)).toString("latin1") === PDF;
}

export async function readMedia(path: string, size: number): Promise<Extract<FileRead, { state: "binary" }>> {
  if (size > MOST_BYTES) return { state: "binary", size };
  const { HEAD_BYTES, kindOf } = await import("./kind.ts");
  const head = await closing(await open(path), (file) => file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0));
  const { mime, class: kind } = await kindOf(head.buffer.subarray(0, head.bytesRead), path);
  if (kind === "text" || kind === "other") return { state: "binary", size };
  return { state: "binary", size, media: { mime, data: (await readFile(path)).toString("base64") } };
}
