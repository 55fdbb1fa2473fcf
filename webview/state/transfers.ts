// Sends files that have no URI to the host in pieces; each piece waits until the host has the one before.
import { CHUNK_BYTES } from "../../extension/protocol/file-chunk.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import type { Host } from "../host.ts";

interface Extra {
  copy?: { width: number; height: number };
  scaled?: string;
}

let count = 0;

export class Transfers {
  readonly #host: Host;
  readonly #waiting = new Map<string, (wantsMore: boolean) => void>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** The host has a piece. `wantsMore`: it wants the next one. */
  taken(transfer: string, wantsMore: boolean): void {
    this.#waiting.get(transfer)?.(wantsMore);
    this.#waiting.delete(transfer);
  }

  /** Rejects if the file cannot be read. */
  async send(conversationId: string, file: File): Promise<void> {
    // An image that cannot be made smaller goes as it is.
    const copy = file.type.startsWith("image/") ? await smallerCopy(file).catch(() => undefined) : undefined;
    if (copy === undefined) {
      await this.#stream(conversationId, file, {});
      return;
    }
    const { blob, width, height } = copy;
    const scaled = await this.#stream(conversationId, new File([blob], file.name), { copy: { width, height } });
    await this.#stream(conversationId, file, { scaled });
  }

  /** For a picture that the message refers to: the host has it, and cannot make a smaller copy. */
  async shrink({ id, mime, bytes }: Extract<ToWebview, { type: "shrink" }>): Promise<void> {
    const file = new Blob([new Uint8Array(bytes)], { type: mime });
    const copy = await smallerCopy(file).catch(() => undefined);
    const picture = copy && { mime: copy.blob.type, bytes: new Uint8Array(await copy.blob.arrayBuffer()) };
    this.#host.post({ type: "shrunk", id, ...(picture !== undefined && { picture }) });
  }

  async #stream(conversationId: string, file: File, extra: Extra): Promise<string> {
    const transfer = `${Date.now().toString(36)}-${++count}`;
    const { name, size } = file;
    for (let offset = 0, wantsMore = true; wantsMore && (offset === 0 || offset < size); offset += CHUNK_BYTES) {
      const bytes = new Uint8Array(await file.slice(offset, offset + CHUNK_BYTES).arrayBuffer());
      const answered = new Promise<boolean>((answer) => this.#waiting.set(transfer, answer));
      this.#host.post({
        type: "file-chunk",
        session_id: conversationId,
        transfer,
        name,
        size,
        offset,
        bytes,
        ...extra,
      });
      wantsMore = await answered;
    }
    return transfer;
  }
}

async function smallerCopy(file: Blob) {
  const { shrink } = await import("../images/shrink.ts");
  return shrink(file);
}
