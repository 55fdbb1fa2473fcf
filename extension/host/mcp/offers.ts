// Prompts and resources of MCP servers, as commands, mentions, documents and pins.
import * as vscode from "vscode";
import { argumentAt } from "../../compose/argument-at.ts";
import type { Command } from "../../compose/catalog.ts";
import { askPrompt, askResource, askValues } from "../../mcp/ask-server.ts";
import { Offers } from "../../mcp/offers.ts";
import type { ResourcePorts } from "../../mcp/resource-ports.ts";
import { SharedReads } from "../../mcp/shared-reads.ts";
import { type Followed, Subscriptions } from "../../mcp/subscriptions.ts";
import { quoteWord } from "../../message/command.ts";
import type { Resolved, Sending } from "../../message/resolved.ts";
import { unlessStopped } from "../../stream/stopped.ts";
import type { CompleteRequest, Suggestion } from "../../protocol/suggest.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import { bringPrompt } from "../../turn/late-prompt.ts";
import { isPromptOf, promptCommands } from "../../mcp/prompt-commands.ts";
import { after } from "./after.ts";
import { ResourceDocuments } from "./resource-documents.ts";
import type { McpServers } from "./servers.ts";
import * as words from "./words.ts";

/** Changes of resources within this time are measured once. */
const SETTLE_MS = 250;

/** How long suggestions wait for servers to start; later offers appear with the next keystroke. */
const READY_MS = 4_000;

export class McpOffers implements vscode.Disposable {
  readonly #mcp: McpServers;
  readonly #offers: Offers;
  readonly #subscriptions: Subscriptions;
  readonly #documents: ResourceDocuments;
  readonly #reads = new SharedReads((server, uri) => this.#ask(server, uri));
  readonly #promptsChanged = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];
  readonly onPrompts = this.#promptsChanged.event;
  #completing: AbortController | undefined;
  #settling: NodeJS.Timeout | undefined;
  #told = "";

  constructor(mcp: McpServers, measureAll: () => Promise<void>) {
    this.#mcp = mcp;
    const log = (server: string, line: string): void => {
      mcp.logs.write(server, line);
    };
    this.#offers = new Offers({
      servers: () => mcp.servers.all,
      changed: () => {
        this.#tellPrompts();
      },
      log,
      after,
    });
    const named = mcp.servers.named.bind(mcp.servers);
    this.#subscriptions = new Subscriptions({
      named,
      changed: () => {
        this.#reads.forget();
        this.#settling ??= setTimeout(() => {
          this.#settling = undefined;
          void measureAll();
        }, SETTLE_MS);
      },
      log,
    });
    this.#documents = new ResourceDocuments((server, uri) => this.read(server, uri));
    this.#disposables = [
      ...[this.#documents, this.#promptsChanged],
      mcp.onChange(({ server, what }) => {
        this.#offers.note(server, what);
        if (server.state.kind === "running") this.#subscriptions.again(server.name);
      }),
    ];
  }

  commands(): Command[] {
    return promptCommands(this.#offers.prompts, async (name, prompt, values, sending) => {
      const server = this.#mcp.servers.named(name);
      if (server === undefined) return { ok: false, failure: words.serverRemoved(name) };
      return askPrompt(server, prompt, values, Date.now(), sending);
    });
  }

  /** The server that a prompt command belongs to by its name, also if the server does not list it now. */
  serverOf(id: string): string | undefined {
    return this.#mcp.servers.all.find(({ name }) => isPromptOf(name, id))?.name;
  }

  /** Starts that server for a message that is being sent. Returns why the prompt cannot be used, if it cannot. */
  async bring(id: string, sending: Sending): Promise<string | undefined> {
    return bringPrompt(id, await this.#mcp.requestAll(), () => this.#offers.settled(), sending);
  }

  get resources(): ResourcePorts {
    return {
      resources: () => this.#offers.resources,
      templates: () => this.#offers.templates,
      ready: (signal) => this.#ready(AbortSignal.any([signal, AbortSignal.timeout(READY_MS)])),
      values: async (name, uri, { variable, value, others }, signal) => {
        const server = this.#mcp.servers.named(name);
        if (server === undefined) return [];
        return askValues(server, { type: "ref/resource", uri }, { name: variable.name, value }, others, signal);
      },
    };
  }

  /** For a message that is being sent, reads the resource again, and stops when the turn is stopped. */
  read(server: string, uri: string, sending?: Sending): Promise<Resolved> {
    return sending === undefined ? this.#reads.read(server, uri) : this.#ask(server, uri, sending);
  }

  #ask(server: string, uri: string, sending?: Sending): Promise<Resolved> {
    return askResource(this.#mcp.servers.named(server), uri, Date.now(), sending);
  }

  /** Shows the resource in a read-only editor. */
  show(server: string, uri: string): Promise<void> {
    return this.#documents.show(server, uri);
  }

  /** Call it when the user begins a command, which may be a prompt of a server that has not started yet. */
  commanded(): Promise<void> {
    return this.#ready(AbortSignal.timeout(READY_MS));
  }

  /** Replaces the resources that are followed: those that are pinned. */
  follow(wanted: readonly Followed[]): void {
    this.#subscriptions.follow(wanted);
  }

  /** Posts `suggestions` for the argument at the cursor. A newer request cancels this one. */
  async complete({ round, id, before }: CompleteRequest, post: (message: ToWebview) => void): Promise<void> {
    this.#completing?.abort();
    const { signal } = (this.#completing = new AbortController());
    const items = await this.#valuesFor(id, before, signal);
    if (!signal.aborted) post({ type: "suggestions", round, items, done: true });
  }

  async #valuesFor(id: string, before: string, signal: AbortSignal): Promise<Suggestion[]> {
    const prompt = this.#offers.prompts.find((_, index) => this.commands()[index]?.id === id);
    const server = prompt && this.#mcp.servers.named(prompt.server);
    const at = prompt && argumentAt(prompt.arguments, before);
    if (prompt === undefined || server === undefined || at === undefined) return [];
    const { name, value, others, isNamed } = at;
    const ref = { type: "ref/prompt", name: prompt.name } as const;
    const values = await askValues(server, ref, { name, value }, others, signal);
    return values.map((one) => ({
      key: `value:${one}`,
      kind: "value",
      name: one,
      detail: name,
      name_at: [],
      detail_at: [],
      part: { type: "text", text: `${isNamed ? `${name}=` : ""}${quoteWord(one)}` },
    }));
  }

  dispose(): void {
    clearTimeout(this.#settling);
    this.#completing?.abort();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Starts servers that are off, and reads their lists. Never rejects. */
  async #ready(signal: AbortSignal): Promise<void> {
    const work = async (): Promise<void> => {
      await this.#mcp.ready("typing", signal);
      await Promise.all(this.#mcp.servers.all.map((server) => server.use()));
      await this.#offers.settled();
    };
    await unlessStopped(work(), signal);
  }

  /** Fires only if the prompts have changed. */
  #tellPrompts(): void {
    const told = JSON.stringify(this.#offers.prompts);
    if (told === this.#told) return;
    this.#told = told;
    this.#promptsChanged.fire();
  }
}
