// Lets a page make a smaller copy of a picture: the extension host cannot decode pictures.
import type { EncodedPicture } from "../../../disk/attached/smaller-copies.ts";
import type { ToHost } from "../../../protocol/to-host.ts";
import type { ToWebview } from "../../../protocol/to-webview.ts";

/** A page needs a second or two for the largest pictures; a message does not wait longer than this for one. */
const ANSWER_MS = 8_000;

type Answer = Extract<ToHost, { type: "shrunk" }>;

export class PageShrinker {
  readonly #post: (message: ToWebview) => void;
  readonly #pending = new Map<string, (picture: Answer["picture"]) => void>();
  #count = 0;
  /** The page owes an answer: it is not asked again before it has given it. */
  #isLate = false;

  constructor(post: (message: ToWebview) => void) {
    this.#post = post;
  }

  /** `undefined` if the page cannot, closes, or takes too long. */
  async shrink({ mime, data }: EncodedPicture): Promise<EncodedPicture | undefined> {
    if (this.#isLate) return undefined;
    const id = String((this.#count += 1));
    const { promise, resolve } = Promise.withResolvers<Answer["picture"]>();
    this.#pending.set(id, resolve);
    const timer = setTimeout(() => {
      this.#isLate = true;
      resolve(undefined);
    }, ANSWER_MS);
    this.#post({ type: "shrink", id, mime, bytes: new Uint8Array(Buffer.from(data, "base64")) });
    const picture = await promise;
    clearTimeout(timer);
    this.#pending.delete(id);
    return picture && { mime: picture.mime, data: Buffer.from(picture.bytes).toString("base64") };
  }

  answered({ id, picture }: Answer): void {
    this.#isLate = false;
    this.#pending.get(id)?.(picture);
  }

  /** The page has closed or was replaced. */
  clear(): void {
    this.#isLate = false;
    for (const resolve of this.#pending.values()) resolve(undefined);
  }
}
