// What servers want to know of the user: asked once, passwords kept in the secret storage, the rest with the workspace.
import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { OwnedInput } from "../mcp/config.ts";

export class McpInputs {
  readonly #context: vscode.ExtensionContext;
  /** One question at a time, and each once. */
  readonly #asking = new Map<string, Promise<string | undefined>>();

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** `undefined` when the user does not want to say it: asked again at the next start. */
  value(input: OwnedInput): Promise<string | undefined> {
    const key = this.#keyOf(input);
    const asking = this.#asking.get(key) ?? this.#read(key, input);
    this.#asking.set(key, asking);
    void asking.then((value) => {
      if (value === undefined) this.#asking.delete(key);
    });
    return asking;
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
    const isSecret = input.type === "promptString" && input.password === true;
    const kept = isSecret ? await this.#context.secrets.get(key) : this.#context.workspaceState.get<string>(key);
    if (kept !== undefined) return kept;
    const said = await ask(input);
    if (said === undefined) return undefined;
    if (isSecret) await this.#context.secrets.store(key, said);
    else await this.#context.workspaceState.update(key, said);
    return said;
  }

  /** The secret storage is one for all workspaces: what was said in one is not for the servers of another. */
  #keyOf({ id, origin }: OwnedInput): string {
    const place = origin === "user" ? "user" : (this.#context.storageUri?.toString() ?? "window");
    return `galley.mcp.input.${createHash("sha256").update(`${place}\n${id}`).digest("hex").slice(0, 32)}`;
  }
}

function ask(input: OwnedInput): Thenable<string | undefined> {
  const title = `MCP: ${input.description ?? input.id}`;
  if (input.type === "pickString")
    return vscode.window.showQuickPick(input.options, {
      title,
      ignoreFocusOut: true,
      placeHolder: input.default ?? "",
    });
  return vscode.window.showInputBox({
    title,
    prompt: `“${input.id}” of ${input.from}. Asked once.`,
    value: input.default ?? "",
    password: input.password === true,
    ignoreFocusOut: true,
  });
}
