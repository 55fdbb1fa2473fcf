// Values that MCP configurations ask the user for: asked once, passwords stored as secrets, others with the workspace.
import type * as vscode from "vscode";
import type { OwnedInput } from "../../mcp/config/config.ts";
import { inputKey } from "../../mcp/config/input-key.ts";
import { placeName } from "../../mcp/config/place.ts";
import { askText, pickOne } from "../window/ask.ts";
import * as words from "./words.ts";

type Keeping = Pick<vscode.ExtensionContext, "secrets" | "workspaceState" | "storageUri">;

export class McpInputs {
  readonly #context: Keeping;
  /** By key, so that callers share one question and its answer. */
  readonly #asking = new Map<string, Promise<string | undefined>>();

  constructor(context: Keeping) {
    this.#context = context;
  }

  /** `undefined` if the user dismisses the question; the next start asks again. */
  value(input: OwnedInput): Promise<string | undefined> {
    const key = this.#keyOf(input);
    const asking = this.#asking.get(key) ?? this.#read(key, input);
    this.#asking.set(key, asking);
    const again = (): void => {
      this.#asking.delete(key);
    };
    // Also when the secret storage fails: the next start tries again.
    asking.then((value) => {
      if (value === undefined) again();
    }, again);
    return asking;
  }

  /** The stored value. Never asks the user. */
  async known(input: OwnedInput): Promise<string | undefined> {
    const key = this.#keyOf(input);
    return isPassword(input) ? this.#context.secrets.get(key) : this.#context.workspaceState.get<string>(key);
  }

  /** Deletes the stored values; the next start asks again. */
  async forget(inputs: readonly OwnedInput[]): Promise<void> {
    for (const input of inputs) {
      const key = this.#keyOf(input);
      this.#asking.delete(key);
      await this.#context.secrets.delete(key);
      await this.#context.workspaceState.update(key, undefined);
    }
  }

  async #read(key: string, input: OwnedInput): Promise<string | undefined> {
    const kept = await this.known(input);
    if (kept !== undefined) return kept;
    const answer = await ask(input);
    if (answer === undefined) return undefined;
    if (isPassword(input)) await this.#context.secrets.store(key, answer);
    else await this.#context.workspaceState.update(key, answer);
    return answer;
  }

  #keyOf(input: OwnedInput): string {
    return inputKey(input, this.#context.storageUri?.toString() ?? "window");
  }
}

export function isPassword(input: OwnedInput): boolean {
  return input.type === "promptString" && input.password === true;
}

function ask(input: OwnedInput): Thenable<string | undefined> {
  const title = words.inputTitle(input.description ?? input.id);
  if (input.type === "pickString")
    return pickOne(
      input.options.map((label) => ({ label })),
      { title, ignoreFocusOut: true, placeHolder: input.default ?? "" },
    ).then((picked) => picked?.label);
  return askText({
    title,
    prompt: words.inputPrompt(input.id, placeName(input.from)),
    value: input.default ?? "",
    password: input.password === true,
    ignoreFocusOut: true,
  });
}
