// The MCP servers of a window: configured, allowed, started on first use, shown in their view.
import { homedir } from "node:os";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { Callers } from "../../mcp/callers.ts";
import { faultWords, type OwnedInput, type ServerConfig } from "../../mcp/config/config.ts";
import { FIND_TOOLS, MOST_LISTED } from "../../mcp/find-tools.ts";
import { FoundTools } from "../../mcp/found-tools.ts";
import { LIMITS } from "../../mcp/connection/link.ts";
import { openLink } from "../../mcp/connection/open-link.ts";
import type { Server } from "../../mcp/server.ts";
import { Servers } from "../../mcp/servers.ts";
import { serverTools } from "../../mcp/tools.ts";
import { signInKey } from "../../mcp/connection/sign-in-key.ts";
import { specSecrets } from "../../mcp/config/spec-secrets.ts";
import { type Filled, fillSpec, type VariablePorts } from "../../mcp/config/variables.ts";
import type { Purpose } from "../../mcp/config/wanted-inputs.ts";
import { reasonOf } from "../../text/reason.ts";
import { readToolResults } from "../../persist/tool-results.ts";
import type { Tool } from "../../tools/tool.ts";
import type { KnownServer } from "../../acp/window/agent-servers.ts";
import { setKey } from "../window/keys.ts";
import { after } from "./after.ts";
import { answersFor } from "./answers.ts";
import { onMcpConfig, readMcpConfig } from "./config.ts";
import { McpConsent } from "./consent.ts";
import { isPassword, McpInputs } from "./inputs.ts";
import { keptSignIns } from "./kept-sign-ins.ts";
import { McpLogs } from "./logs.ts";
import type { AnswerNeeds, McpNeeds } from "./needs.ts";
import { browse, reachable } from "./sign-in.ts";
import { McpView } from "./view.ts";
import { warnWithConfigure } from "./warning.ts";
import * as words from "./words.ts";
import { trustedServers } from "../settings/settings.ts";
import * as shared from "../window/words.ts";

const STOPPED = "galley.mcp.stopped";

export interface ServerChange {
  server: Server;
  what: "state" | "tools" | "prompts" | "resources";
}

export class McpServers implements vscode.Disposable {
  readonly servers: Servers;
  readonly logs: McpLogs;
  readonly consent: McpConsent;
  readonly inputs: McpInputs;
  readonly #needs: McpNeeds;
  readonly #view: McpView;
  readonly #changed = new vscode.EventEmitter<ServerChange>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #callers = new Callers();
  readonly #found: FoundTools;
  #reading: Promise<void>;
  #told = "";
  #isWanted = false;

  constructor(needs: McpNeeds, answers: AnswerNeeds) {
    this.#needs = needs;
    const { context, secrets, store } = needs;
    this.logs = new McpLogs(secrets);
    this.consent = new McpConsent(context.workspaceState);
    this.inputs = new McpInputs(context);
    this.#found = new FoundTools((conversationId) => readToolResults(store, conversationId, FIND_TOOLS));
    this.servers = this.#makeServers(answers);
    this.#view = new McpView(this.servers, secrets);
    this.#subscriptions = [
      ...[this.#view, this.logs, this.#changed],
      onMcpConfig(() => {
        // One after the other, so that the last reading wins.
        this.#reading = this.#reading.then(() => this.#readSafely());
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.servers.rootsChanged();
      }),
    ];
    this.#reading = this.#readSafely();
  }

  /** Fires when the state of a server or one of its lists changes. */
  get onChange(): vscode.Event<ServerChange> {
    return this.#changed.event;
  }

  /** Starts the configured servers, and waits for them for a while. Never rejects. */
  async ready(purpose: Purpose, signal: AbortSignal): Promise<void> {
    if ((await this.requestAll()).length > 0) await this.servers.ready(purpose, signal);
  }

  /** The configured servers; the caller starts those it needs. Asks the user about servers that may not start yet. */
  async requestAll(): Promise<readonly Server[]> {
    await this.#reading;
    void this.#askToStart();
    return this.servers.all;
  }

  /** The tools of running servers. If there are too many with `others`, a tool that searches them instead. */
  tools(conversationId: string, others: readonly string[], bound: (tool: Tool) => Tool): Tool[] {
    const trust = {
      isTrusted: (name: string) => trustedServers().includes(name),
      begin: (server: string) => this.#callers.begin(server, conversationId),
    };
    const all = serverTools(this.servers, trust, [...others, FIND_TOOLS]).map(bound);
    if (all.length + others.length <= MOST_LISTED) return all;
    const servers = this.servers.all.filter(({ tools }) => tools.length > 0).map(({ name }) => name);
    return this.#found.offered(conversationId, all, servers, bound);
  }

  /**
   * The servers for an ACP agent to start, filled with known input values. Starts nothing and asks for no values; asks
   * the user about servers that may not start yet.
   */
  async shareWithAgent(): Promise<KnownServer[]> {
    await this.#reading;
    void this.#askToAllow();
    return Promise.all(
      this.servers.all.map(async ({ name, config, isStopped }) => {
        const hindrance = isStopped ? words.stoppedByUser : this.consent.hindrance(config);
        if (hindrance !== undefined)
          return { name, filled: { ok: false, failure: { reason: hindrance } }, secrets: [], waits: !isStopped };
        const secrets: string[] = [];
        const filled = await this.#fill(config, this.servers.inputs, async (input) => {
          const value = await this.inputs.known(input);
          if (value !== undefined) secrets.push(value);
          return value;
        }).catch((error: unknown): Filled => ({ ok: false, failure: { reason: reasonOf(error) } }));
        return { name, filled, secrets, waits: !filled.ok && filled.failure.input !== undefined };
      }),
    );
  }

  async stop(server: Server): Promise<void> {
    await this.#keepStopped(server.name, true);
    await server.stop();
  }

  /** A user who starts a server also allows it. */
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

  /** Focuses the view, and shows it from now on, even if it is empty. */
  async show(): Promise<void> {
    this.#isWanted = true;
    setKey("galley.mcp.shown", true);
    await vscode.commands.executeCommand("galley.mcp.focus");
  }

  /** Stops the server, and deletes its input values and its sign-in: its next start asks again. */
  async forget(server: Server): Promise<void> {
    const { config } = server;
    await server.stop();
    // The sign-in is stored under the address with its variables filled in.
    const filled = await this.#fill(config, this.servers.inputs, (input) => this.inputs.known(input));
    const url = filled.ok && filled.value.kind === "http" ? filled.value.url : "";
    if (URL.canParse(url)) await this.#needs.context.secrets.delete(signInKey(url));
    await this.inputs.forget(this.servers.inputs.filter((input) => input.from === config.from));
  }

  dispose(): void {
    this.servers.kill();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #makeServers(answers: AnswerNeeds): Servers {
    const { context } = this.#needs;
    const log = (server: string, line: string): void => {
      this.logs.write(server, line);
    };
    return new Servers({
      open: openLink,
      answering: answersFor(this.#callers, answers, log),
      limits: LIMITS,
      fill: (config, inputs, mayAsk) =>
        this.#fill(config, inputs, (input) => (mayAsk ? this.inputs.value(input) : this.inputs.known(input))),
      hindrance: (config) => this.consent.hindrance(config),
      isStopped: (name) => this.#stopped.includes(name),
      log,
      changed: (server, what) => {
        this.#noteChange(server, what);
      },
      tell: (server, message) => void this.#tell(server, this.#needs.secrets.hide(message)),
      roots: () => folders().map(({ name, uri }) => ({ name, uri: uri.toString() })),
      // Looked up at each call: VS Code replaces it with one that knows the proxy.
      fetch: (input, init) => globalThis.fetch(input, init),
      secrets: keptSignIns(context.secrets, this.#needs.secrets),
      reachable,
      browse,
      version: z.object({ version: z.string() }).parse(context.extension.packageJSON).version,
      now: Date.now,
      after,
    });
  }

  /** Logs hide the secrets of the filled configuration from then on. */
  async #fill(config: ServerConfig, inputs: readonly OwnedInput[], input: VariablePorts["input"]): Promise<Filled> {
    const filled = await fillSpec(config, inputs, {
      input: async (wanted) => {
        const value = await input(wanted);
        if (value !== undefined && isPassword(wanted)) this.#needs.secrets.add([value]);
        return value;
      },
      workspaceFolder: () => folders()[0]?.uri.fsPath,
      folderNamed: (wanted) => folders().find(({ name }) => name === wanted)?.uri.fsPath,
      userHome: homedir,
      env: (name) => process.env[name],
    });
    if (filled.ok)
      this.#needs.secrets.add(
        await specSecrets(
          filled.value,
          folders().map(({ uri }) => uri.fsPath),
        ),
      );
    return filled;
  }

  async #readSafely(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      this.#needs.log.error(`Could not read the MCP configuration: ${reasonOf(error)}`);
    }
  }

  async #read(): Promise<void> {
    const config = await readMcpConfig();
    this.servers.apply(config);
    setKey("galley.mcp.shown", this.#isWanted || config.servers.length + config.faults.length > 0);
    this.#view.refresh();
    const faults = config.faults.map(faultWords);
    if (faults.join("\n") === this.#told) return;
    this.#told = faults.join("\n");
    for (const fault of faults) this.#needs.log.warn(`MCP server not loaded: ${fault}`);
    const [first, ...others] = faults;
    if (first !== undefined) void warnWithConfigure(words.notLoaded(first, others.length));
  }

  async #askToStart(): Promise<void> {
    if (await this.#askToAllow()) void this.servers.start("sending");
  }

  async #askToAllow(): Promise<boolean> {
    if (!(await this.consent.ask(this.servers.all.map(({ config }) => config)))) return false;
    this.servers.review();
    return true;
  }

  #noteChange(server: Server, what: ServerChange["what"]): void {
    this.#view.refresh();
    this.#changed.fire({ server, what });
    if (server.state.kind !== "starting" && (what === "state" || what === "tools")) void this.#needs.measureAll();
  }

  async #tell(server: Server, message: string): Promise<void> {
    const action = server.state.kind === "sign-in" ? words.signIn : words.restart;
    const answer = await warnWithConfigure(message, action, shared.showLog);
    if (answer === shared.showLog) this.logs.show(server.name);
    // If the configuration has changed since, a new server has this name.
    const now = this.servers.named(server.name);
    if (answer === action && now !== undefined) await this.start(now);
  }

  get #stopped(): readonly string[] {
    return this.#needs.context.workspaceState.get<string[]>(STOPPED, []);
  }

  async #keepStopped(name: string, isStopped: boolean): Promise<void> {
    const others = this.#stopped.filter((other) => other !== name);
    await this.#needs.context.workspaceState.update(STOPPED, isStopped ? [...others, name] : others);
  }
}

function folders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}
