// What servers want to know of the user: asked once, passwords kept in the secret storage, the rest with the workspace.
import type * as vscode from "vscode";
import type { OwnedInput } from "../../mcp/config/config.ts";
import { inputKey } from "../../mcp/config/input-key.ts";
import { askText, pickOne } from "../window/ask.ts";
import * as words from "./words.ts";

type Keeping = Pick<vscode.ExtensionContext, "secrets" | "workspaceState" | "storageUri">;

export class McpInputs {
  readonly #context: Keeping;
  /** One question at a time, and each once. */
  readonly #asking = new Map<string, Promise<string | undefined>>();

  constructor(context: Keeping) {
    this.#context = context;
  }

  /** `undefined` when the user does not want to say it: asked again when they start the server. */
  value(input: OwnedInput): Promise<string | undefined> {
    const key = this.#keyOf(input);
    const asking = this.#asking.get(key) ?? this.#read(key, input);
    this.#asking.set(key, asking);
    const again = (): void => {
      this.#asking.delete(key);
    };
    // Also when the secret storage fails: what failed once is not the answer for good.
    asking.then((value) => {
      if (value === undefined) again();
    }, again);
    return asking;
  }

  /** What was said already, without asking. */
  async known(input: OwnedInput): Promise<string | undefined> {
    const key = this.#keyOf(input);
    return isPassword(input) ? this.#context.secrets.get(key) : this.#context.workspaceState.get<string>(key);
  }

  /** What was said is forgotten, and asked again at the next start. */
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
    const said = await ask(input);
    if (said === undefined) return undefined;
    if (isPassword(input)) await this.#context.secrets.store(key, said);
    else await this.#context.workspaceState.update(key, said);
    return said;
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
    prompt: words.inputPrompt(input.id, input.from),
    value: input.default ?? "",
    password: input.password === true,
    ignoreFocusOut: true,
  });
}
