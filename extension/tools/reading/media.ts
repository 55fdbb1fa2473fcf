// The bytes of a file or an attachment that a tool shows as they are.
import { findSource, readNeed } from "../locate.ts";
import type { Ports } from "../ports.ts";
import type { Need } from "../tool.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

/** More than any provider takes in a request. */
const MOST_BYTES = 20 * 1024 * 1024;

export type MediaPorts = Pick<Ports, "files" | "blobs">;

export interface MediaSource {
  name: string;
  needs: Need[];
  load: () => Promise<Result<Uint8Array, string>>;
}

export async function findMedia(
  ports: MediaPorts,
  typed: string,
  session_id: string,
): Promise<Result<MediaSource, string>> {
  const source = await findSource(ports, typed, session_id);
  if (!source.ok) return source;
  if ("attached" in source.value) {
    const { name, bytes } = source.value.attached;
    const load: MediaSource["load"] = async () => {
      const held = await bytes();
      return held === undefined ? { ok: false, failure: words.attachmentGone(name) } : { ok: true, value: held };
    };
    return { ok: true, value: { name, needs: [], load } };
  }
  const { place } = source.value;
  const { path } = place;
  if (place.kind === "folder") return { ok: false, failure: words.isFolder(path) };
  if (place.size > MOST_BYTES) return { ok: false, failure: words.tooLarge(path, place.size) };
  const load: MediaSource["load"] = async () => {
    const read = await ports.files.read(place, { start: 0, end: MOST_BYTES });
    return read.ok ? { ok: true, value: read.value.bytes } : { ok: false, failure: words.refused(path, read.failure) };
  };
  return { ok: true, value: { name: path, needs: [readNeed(place)], load } };
}
