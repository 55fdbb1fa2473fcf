// Pins of other extensions: read for every message, in every conversation, while they are registered.
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import type { LivePin } from "../../turn/request/live-pin.ts";
import { inTime } from "../window/in-time.ts";
import * as words from "./words.ts";

/** Text that is pinned while it is registered. */
interface PinSource {
  readonly title: string;
  /** `undefined` leaves it out this time. */
  provide(): string | undefined | Thenable<string | undefined>;
  readonly onDidChange?: vscode.Event<void>;
}

export class RegisteredPins implements vscode.Disposable {
  readonly #providers = new Map<string, PinSource>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onChange = this.#changed.event;

  has(id: string): boolean {
    return this.#providers.has(id);
  }

  /** Throws if the id is registered already. */
  register(id: string, provider: PinSource): vscode.Disposable {
    if (this.#providers.has(id)) throw new Error(words.pinTaken(id));
    this.#providers.set(id, provider);
    const changes = provider.onDidChange?.(() => this.#changed.fire());
    this.#changed.fire();
    return new vscode.Disposable(() => {
      changes?.dispose();
      if (this.#providers.delete(id)) this.#changed.fire();
    });
  }

  /** In order of registration. Omits a pin that has no text; a provider that fails gives a pin with the failure. */
  async read(): Promise<LivePin[]> {
    const all = await Promise.all(Array.from(this.#providers, ([id, provider]) => readOne(id, provider)));
    return all.flat();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

async function readOne(id: string, provider: PinSource): Promise<LivePin[]> {
  const pin = (text: string): LivePin => ({ id, title: provider.title, part: { type: "text", text } });
  try {
    const text = await inTime(provider.provide());
    return text === undefined || text === "" ? [] : [pin(text)];
  } catch (error) {
    return [{ ...pin(""), failure: reasonOf(error) }];
  }
}
