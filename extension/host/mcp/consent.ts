// Asks the user before servers of a workspace start: once, and again when their configuration changes.
import * as vscode from "vscode";
import type { ServerConfig } from "../../mcp/config/config.ts";
import { configDigest } from "../../mcp/servers.ts";
import * as words from "./words.ts";

const ALLOWED = "galley.mcp.allowed";

export class McpConsent {
  readonly #state: vscode.Memento;
  /** Digests that this window has asked about: it asks once, also if the user dismissed the question. */
  readonly #asked = new Set<string>();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Why a server may not start; `undefined` if it may. */
  hindrance(config: ServerConfig): string | undefined {
    if (!vscode.workspace.isTrusted) return words.trustToStart;
    if (config.origin === "user" || this.#allowed.includes(configDigest(config))) return undefined;
    return words.needsPermission;
  }

  /** `true` if the user allowed a server that could not start before. */
  async ask(configs: readonly ServerConfig[]): Promise<boolean> {
    const open = configs.filter((config) => this.#needsAsking(config) && !this.#asked.has(configDigest(config)));
    if (open.length === 0) return false;
    for (const config of open) this.#asked.add(configDigest(config));
    const names = open.map(({ name }) => name).join(", ");
    const { start, reviewConfiguration, notNow } = words;
    for (;;) {
      const answer = await vscode.window.showWarningMessage(
        words.confirmStart(names),
        start,
        reviewConfiguration,
        notNow,
      );
      if (answer === start) {
        await this.allow(open);
        return true;
      }
      if (answer !== reviewConfiguration) return false;
      await show(open);
    }
  }

  async allow(configs: readonly ServerConfig[]): Promise<void> {
    const digests = configs.filter((config) => this.#needsAsking(config)).map(configDigest);
    await this.#state.update(ALLOWED, [...this.#allowed, ...digests]);
  }

  #needsAsking(config: ServerConfig): boolean {
    return vscode.workspace.isTrusted && this.hindrance(config) !== undefined;
  }

  get #allowed(): readonly string[] {
    return this.#state.get<string[]>(ALLOWED, []);
  }
}

async function show(configs: readonly ServerConfig[]): Promise<void> {
  const content = JSON.stringify(Object.fromEntries(configs.map(({ name, spec }) => [name, spec])), null, 2);
  const document = await vscode.workspace.openTextDocument({ language: "json", content });
  await vscode.window.showTextDocument(document, { preview: true });
}
