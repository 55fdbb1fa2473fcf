// The access to a provider, remembered: VS Code's secret storage answers from the window, which takes longer than a request needs.
import type { Access } from "../../send/access.ts";

type Read = (provider: string) => Promise<Access>;

/** An older one is used once more, and read again behind it; a much older one is not used. */
const FRESH_MS = 5_000;
const LONGEST_MS = 30_000;

export class RememberedAccess {
  readonly #read: Read;
  readonly #now: () => number;
  #known = new Map<string, { at: number; access: Access }>();

  constructor(read: Read, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** Rejects if it must be read, and cannot be. */
  readonly access: Read = async (provider) => {
    const known = this.#known.get(provider);
    const age = known === undefined ? Infinity : this.#now() - known.at;
    if (known === undefined || age > LONGEST_MS) return this.#again(provider);
    // The next one that waits for it hears why it cannot be read.
    if (age > FRESH_MS) void this.#again(provider).catch(() => this.#known.delete(provider));
    return known.access;
  };

  /** The settings, a key or the server's mind may have changed. */
  forget(): void {
    this.#known = new Map();
  }

  async #again(provider: string): Promise<Access> {
    // What is forgotten while it is read stays forgotten.
    const [at, known] = [this.#now(), this.#known];
    const access = await this.#read(provider);
    known.set(provider, { at, access });
    return access;
  }
}
