// MCP servers with VS Code: configured, allowed, started on first use, their tools offered, their view kept true.
import { homedir } from "node:os";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { Callers } from "../mcp/callers.ts";
import { faultWords, type OwnedInput, type ServerConfig } from "../mcp/config.ts";
import { findTools, MOST_LISTED } from "../mcp/find-tools.ts";
import { LIMITS, openLink } from "../mcp/link.ts";
import type { Server } from "../mcp/server.ts";
import { Servers } from "../mcp/servers.ts";
import { serverTools } from "../mcp/tools.ts";
import { signInKey } from "../mcp/sign-in-key.ts";
import { type Filled, fillSpec } from "../mcp/variables.ts";
import type { Tool } from "../tools/tool.ts";
import type { Core } from "./core.ts";
import { setKey } from "./keys.ts";
import { answersFor } from "./mcp-answers.ts";
import { onMcpConfig, readMcpConfig } from "./mcp-config.ts";
import { McpConsent } from "./mcp-consent.ts";
import { McpInputs } from "./mcp-inputs.ts";
import { McpLogs } from "./mcp-logs.ts";
import { McpView } from "./mcp-view.ts";
import { trustedServers } from "./settings.ts";

const STOPPED = "galley.mcp.stopped";

export interface ServerChange {
  server: Server;
  what: "state" | "tools" | "prompts" | "resources";
}

export class Mcp implements vscode.Disposable {
  readonly servers: Servers;
  readonly logs = new McpLogs();
  readonly consent: McpConsent;
  readonly inputs: McpInputs;
  readonly #core: Core;
  readonly #view: McpView;
  readonly #changed = new vscode.EventEmitter<ServerChange>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #callers = new Callers();
  /** What each conversation has found, in the order it was found. */
  readonly #found = new Map<string, string[]>();
  #reading: Promise<void>;
  #told = "";
  #isWanted = false;

  constructor(core: Core) {
    this.#core = core;
    const { context } = core;
    this.consent = new McpConsent(context.workspaceState);
    this.inputs = new McpInputs(context);
    this.servers = this.#makeServers();
    this.#view = new McpView(this.servers);
    this.#subscriptions = [
      ...[this.#view, this.logs, this.#changed],
      onMcpConfig(() => {
        this.#reading = this.#read();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.servers.rootsChanged();
      }),
    ];
    this.#reading = this.#read();
  }

  /** A server is in another state, or one of its lists has changed. */
  get onChange(): vscode.Event<ServerChange> {
    return this.#changed.event;
  }

  /** Before a turn: what is configured is started, and waited for a while. Never rejects. */
  async ready(signal: AbortSignal): Promise<void> {
    await this.#reading;
    if (this.servers.all.length === 0) return;
    void this.#askToStart();
    await this.servers.ready(signal);
  }

  /** Of the servers that run. With those that are offered anyway there may be too many to list. */
  tools(sessionId: string, others: number, bound: (tool: Tool) => Tool): Tool[] {
    const all = serverTools(this.servers.all, {
      isTrusted: (name) => trustedServers().includes(name),
      begin: (server) => this.#callers.begin(server, sessionId),
    }).map(bound);
    if (all.length + others <= MOST_LISTED) return all;
    const known = this.#found.get(sessionId) ?? [];
    const found = known.flatMap((name) => all.find((tool) => tool.name === name) ?? []);
    const remember = (tools: readonly Tool[]): void => {
      const names = tools.map(({ name }) => name).filter((name) => !known.includes(name));
      this.#found.set(sessionId, [...known, ...names]);
    };
    const servers = this.servers.all.filter(({ tools }) => tools.length > 0).map(({ name }) => name);
    return [findTools(all, servers, remember), ...found];
  }

  async stop(server: Server): Promise<void> {
    await this.#keepStopped(server.name, true);
    await server.stop();
  }

  /** The user wants it, and with that allows it. */
  async start(server: Server): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      await vscode.commands.executeCommand("workbench.trust.manage");
      return;
    }
    await this.#keepStopped(server.name, false);
    await this.consent.allow([server.config]);
    this.servers.review();
    await server.restart();
  }

  /** The view is there from now on, and has the focus. */
  async show(): Promise<void> {
    this.#isWanted = true;
    setKey("galley.mcp.shown", true);
    await vscode.commands.executeCommand("galley.mcp.focus");
  }

  /** What was said to its questions, and its sign-in: it asks again when it is started. */
  async forget(server: Server): Promise<void> {
    const { from, spec } = server.config;
    await server.stop();
    await this.inputs.forget(this.servers.inputs.filter((input) => input.from === from));
    if (spec.kind === "http" && URL.canParse(spec.url)) await this.#core.context.secrets.delete(signInKey(spec.url));
  }

  dispose(): void {
    this.servers.kill();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #makeServers(): Servers {
    const { context } = this.#core;
    return new Servers({
      open: openLink,
      answering: answersFor(this.#core, this.#callers),
      limits: LIMITS,
      fill: (config, inputs) => this.#fill(config, inputs),
      hindrance: (config) => this.consent.hindrance(config),
      isStopped: (name) => this.#stopped.includes(name),
      log: (server, line) => {
        this.logs.write(server, line);
      },
      changed: (server, what) => {
        this.#noteChange(server, what);
      },
      tell: (server, words) => void this.#tell(server, words),
      roots: () => folders().map(({ name, uri }) => ({ name, uri: uri.toString() })),
      // Taken at each call: VS Code puts one in its place that knows the proxy.
      fetch: (input, init) => globalThis.fetch(input, init),
      secrets: {
        get: async (key) => context.secrets.get(key),
        set: async (key, value) => {
          if (value === undefined) await context.secrets.delete(key);
          else await context.secrets.store(key, value);
        },
      },
      openBrowser: async (url, callback) => {
        // Where the window is not on this machine this makes the way back.
        await vscode.env.asExternalUri(vscode.Uri.parse(callback));
        await vscode.env.openExternal(vscode.Uri.parse(url));
      },
      version: z.object({ version: z.string() }).parse(context.extension.packageJSON).version,
      now: Date.now,
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => {
          clearTimeout(timer);
        };
      },
    });
  }

  #fill(config: ServerConfig, inputs: readonly OwnedInput[]): Promise<Filled> {
    return fillSpec(config, inputs, {
      workspaceFolder: () => folders()[0]?.uri.fsPath,
      folderNamed: (wanted) => folders().find(({ name }) => name === wanted)?.uri.fsPath,
      userHome: homedir,
      env: (name) => process.env[name],
      input: (input) => this.inputs.value(input),
    });
  }

  async #read(): Promise<void> {
    const config = await readMcpConfig();
    this.servers.apply(config);
    setKey("galley.mcp.shown", this.#isWanted || config.servers.length + config.faults.length > 0);
    this.#view.refresh();
    const faults = config.faults.map(faultWords);
    if (faults.join("\n") === this.#told) return;
    this.#told = faults.join("\n");
    for (const fault of faults) this.#core.log.warn(`An MCP server was left out. ${fault}`);
    const [first] = faults;
    const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : "";
    if (first !== undefined) void vscode.window.showWarningMessage(`An MCP server was left out. ${first}${more}`);
  }

  async #askToStart(): Promise<void> {
    if (!(await this.consent.ask(this.servers.all.map(({ config }) => config)))) return;
    this.servers.review();
    await this.servers.ready();
  }

  #noteChange(server: Server, what: ServerChange["what"]): void {
    this.#view.refresh(server);
    this.#changed.fire({ server, what });
    if (server.state.kind !== "starting" && (what === "state" || what === "tools")) void this.#core.measure();
  }

  async #tell(server: Server, words: string): Promise<void> {
    const action = server.state.kind === "sign-in" ? "Sign In" : "Restart";
    const answer = await vscode.window.showWarningMessage(words, action, "Show Log");
    if (answer === "Show Log") this.logs.show(server.name);
    else if (answer !== undefined) await this.start(server);
  }

  get #stopped(): readonly string[] {
    return this.#core.context.workspaceState.get<string[]>(STOPPED, []);
  }

  async #keepStopped(name: string, isStopped: boolean): Promise<void> {
    const others = this.#stopped.filter((other) => other !== name);
    await this.#core.context.workspaceState.update(STOPPED, isStopped ? [...others, name] : others);
  }
}

function folders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}
