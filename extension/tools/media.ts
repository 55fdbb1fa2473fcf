// The bytes of a file or an attachment that a tool shows as they are.
import { refuse } from "./define.ts";
import { sizeWords } from "./file-kind.ts";
import { findSource, readNeed } from "./locate.ts";
import type { Ports } from "./ports.ts";
import type { Need } from "./tool.ts";

/** More than any provider takes in a request. */
const MOST_BYTES = 20 * 1024 * 1024;

export type MediaPorts = Pick<Ports, "files" | "blobs">;

export interface MediaSource {
  ok: true;
  name: string;
  needs: Need[];
  load: () => Promise<{ ok: true; bytes: Uint8Array } | { ok: false; output: string }>;
}

export async function findMedia(
  ports: MediaPorts,
  typed: string,
  session_id: string,
): Promise<MediaSource | { ok: false; output: string }> {
  const source = await findSource(ports, typed, session_id);
  if (!source.ok) return source;
  if ("attached" in source) {
    const { name, bytes } = source.attached;
    const load: MediaSource["load"] = async () => {
      const held = await bytes();
      return held === undefined ? refuse(`Attachment ${name} is no longer available.`) : { ok: true, bytes: held };
    };
    return { ok: true, name, needs: [], load };
  }
  const { place } = source;
  const { path } = place;
  if (place.kind === "folder") return refuse(`${path} is a folder.`);
  if (place.size > MOST_BYTES) return refuse(`${path} is too large to read: ${sizeWords(place.size)}.`);
  const load: MediaSource["load"] = async () => {
    const read = await ports.files.read(place, { start: 0, end: MOST_BYTES });
    return read.ok ? { ok: true, bytes: read.bytes } : refuse(`${path}: ${read.why}.`);
  };
  return { ok: true, name: path, needs: [readNeed(place)], load };
}
