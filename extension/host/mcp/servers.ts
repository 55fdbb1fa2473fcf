// MCP servers with VS Code: configured, allowed, started on first use, their tools offered, their view kept true.
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
import type { Need } from "../../mcp/config/wanted-inputs.ts";
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
import { noteWithConfigure } from "./notes.ts";
import { McpView } from "./view.ts";
import { trustedServers } from "../settings/settings.ts";

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
    this.#found = new FoundTools((sessionId) => readToolResults(store, sessionId, FIND_TOOLS));
    this.servers = this.#makeServers(answers);
    this.#view = new McpView(this.servers, secrets);
    this.#subscriptions = [
      ...[this.#view, this.logs, this.#changed],
      onMcpConfig(() => {
        // One after the other: what was read last holds.
        this.#reading = this.#reading.then(() => this.#readSafely());
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.servers.rootsChanged();
      }),
    ];
    this.#reading = this.#readSafely();
  }

  /** A server is in another state, or one of its lists has changed. */
  get onChange(): vscode.Event<ServerChange> {
    return this.#changed.event;
  }

  /** What is configured is started, and waited for a while. Never rejects. */
  async ready(need: Need, signal: AbortSignal): Promise<void> {
    if ((await this.requestAll()).length > 0) await this.servers.ready(need, signal);
  }

  /** The configured servers; the caller starts those it needs. Asks the user about servers that may not start yet. */
  async requestAll(): Promise<readonly Server[]> {
    await this.#reading;
    void this.#askToStart();
    return this.servers.all;
  }

  /** Of the servers that run. With those that are offered anyway there may be too many to list. */
  tools(sessionId: string, others: readonly string[], bound: (tool: Tool) => Tool): Tool[] {
    const trust = {
      isTrusted: (name: string) => trustedServers().includes(name),
      begin: (server: string) => this.#callers.begin(server, sessionId),
    };
    const all = serverTools(this.servers, trust, [...others, FIND_TOOLS]).map(bound);
    if (all.length + others.length <= MOST_LISTED) return all;
    const servers = this.servers.all.filter(({ tools }) => tools.length > 0).map(({ name }) => name);
    return this.#found.offered(sessionId, all, servers, bound);
  }

  /** The servers for an ACP agent to start, filled with known input values. Starts nothing and asks for no values; asks the user about servers that may not start yet. */
  async shareWithAgent(): Promise<KnownServer[]> {
    await this.#reading;
    void this.#askToAllow();
    return Promise.all(
      this.servers.all.map(async ({ name, config, isStopped }) => {
        const hindrance = isStopped ? "you stopped it" : this.consent.hindrance(config);
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
    const { config } = server;
    await server.stop();
    // The sign-in is kept by the address as it is filled in.
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
      tell: (server, words) => void this.#tell(server, this.#needs.secrets.hide(words)),
      roots: () => folders().map(({ name, uri }) => ({ name, uri: uri.toString() })),
      // Taken at each call: VS Code puts one in its place that knows the proxy.
      fetch: (input, init) => globalThis.fetch(input, init),
      secrets: keptSignIns(context.secrets, this.#needs.secrets),
      reachable,
      browse,
      version: z.object({ version: z.string() }).parse(context.extension.packageJSON).version,
      now: Date.now,
      after,
    });
  }

  /** What is filled in is a secret from then on. */
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
    const [first] = faults;
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
    if (first !== undefined)
      void noteWithConfigure(`Could not load an MCP server: ${first}${more}. Fix the configuration.`);
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

  async #tell(server: Server, words: string): Promise<void> {
    const action = server.state.kind === "sign-in" ? "Sign In" : "Restart";
    const answer = await noteWithConfigure(words, action, "Show Log");
    if (answer === "Show Log") this.logs.show(server.name);
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
