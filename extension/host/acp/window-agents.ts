// The ACP agents of this window: their settings, the files and the shell they work with, and what they said of themselves.
import { homedir } from "node:os";
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { Agent } from "../../acp/agent.ts";
import { parseAgents } from "../../acp/agent-setting.ts";
import { KnownAgents } from "../../acp/known-agents.ts";
import type { FileSource } from "../../assemble/context.ts";
import { BUILT_IN_IDS } from "../../compose/built-in.ts";
import type { Command } from "../../compose/catalog.ts";
import { keepWhole } from "../../disk/write/keep-whole.ts";
import { attachmentPath } from "../../disk/places/safe-name.ts";
import type { LoweredAcp } from "../../lower/acp.ts";
import { environmentOf } from "../../mcp/config/environment.ts";
import { ACP, type AcpAgent } from "../../message/agents/acp.ts";
import { agentModel } from "../../message/agents/acp-model.ts";
import type { Failure } from "../../message/failure.ts";
import type { Model } from "../../message/model.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { agentCommands } from "../../acp/window/agent-commands.ts";
import { Agents } from "../../acp/window/agents.ts";
import { agentRecords } from "../../turn/agents/agent-records.ts";
import { agentsSetting } from "../settings/settings.ts";
import { pathOf, uriOf } from "../files/workspace.ts";
import type { AgentNeeds } from "./needs.ts";

const KNOWN = "galley.knownAgents";

/** In tokens, until an agent tells its own context window. */
const WINDOW = 1_000_000;

export class WindowAgents implements vscode.Disposable {
  readonly #needs: AgentNeeds;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #known: KnownAgents;
  /** Pairs of conversation and agent for which the user has begun a command. */
  readonly #commanded = new Set<string>();
  readonly agents: Agents;
  readonly onChange = this.#changed.event;

  constructor(needs: AgentNeeds) {
    const { context, store, newMessageId, notify, world, knownServers, journal, log } = (this.#needs = needs);
    this.#known = new KnownAgents({
      read: () => context.globalState.get(KNOWN),
      write: (known) => void context.globalState.update(KNOWN, known),
    });
    this.agents = new Agents({
      records: agentRecords({ store, now: Date.now, newMessageId }),
      notify,
      world: { ...world, shownPath: (path) => pathOf(vscode.Uri.file(path)), cwd: workFolder },
      places: {
        absolute: diskPathOf,
        attachment: (file) => this.#placeOf(file),
      },
      settings: () => parseAgents(agentsSetting()),
      isTrusted: () => vscode.workspace.isTrusted,
      cwd: workFolder,
      version: z.object({ version: z.string() }).parse(context.extension.packageJSON).version,
      servers: knownServers,
      environmentOf,
      journal,
      remembered: (id) => this.#saidOf(id),
      keep,
      changed: (agent) => {
        this.#learn(agent);
      },
      warn: (line) => {
        log.warn(line);
      },
    });
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration("galley.agents")) return;
        this.agents.review();
        this.#changed.fire();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#changed.fire();
      }),
    ];
  }

  /** `id` is the second half of `acp/ID`. An agent that is no longer configured keeps its id as a name; sending to it fails. */
  model(id: string): Model {
    const agent = this.agents.agent(id);
    const textOnly = agent?.setting.textOnly === true && { textOnly: true };
    return agentModel({
      provider: ACP,
      id,
      name: agent?.name ?? id,
      context_window: agent?.window ?? WINDOW,
      max_output: 1,
      accepts: [],
      tools: false,
      acp: { ...this.#saidOf(id), ...textOnly },
    });
  }

  /** Starts the agent before the first message, so that the panel knows what it accepts and offers. */
  async warm(conversation: string, id: string): Promise<Failure | undefined> {
    return vscode.workspace.isTrusted ? this.agents.warm(conversation, id) : undefined;
  }

  /** Starts an agent whose capabilities are unknown, so that the panel shows them before the first message is sent. */
  async meet(conversation: string): Promise<void> {
    const { provider, id } = this.#needs.model(conversation);
    const agent = provider === ACP && vscode.workspace.isTrusted ? this.agents.agent(id) : undefined;
    if (agent !== undefined && this.#known.meetOnce(agent.setting)) await agent.start();
  }

  /**
   * The user begins a command. Opens a session, because the agent may offer the command there. Tries once and reports
   * no failure, because the user has not asked for a session.
   */
  async commanded(conversation: string): Promise<void> {
    const { provider, id } = this.#needs.model(conversation);
    const key = `${conversation} ${id}`;
    if (provider !== ACP || !vscode.workspace.isTrusted || this.#commanded.has(key)) return;
    // A turn opens its session itself.
    if (this.#needs.isRunning(conversation)) return;
    this.#commanded.add(key);
    await this.warm(conversation, id);
  }

  /** The agent that answers in a conversation. */
  agentOf(conversation: string): Agent | undefined {
    const { provider, id } = this.#needs.model(conversation);
    return provider === ACP ? this.agents.agent(id) : undefined;
  }

  /** The session that the agent chosen in a conversation has open for it. */
  sessionOf(conversation: string): ReturnType<Agents["sessionOf"]> {
    const live = this.agents.sessionOf(conversation);
    const { provider, id } = this.#needs.model(conversation);
    return provider === ACP && live?.agent.setting.id === id ? live : undefined;
  }

  /** The commands that the agent of a conversation offers there. */
  commandsOf(conversation: string): Command[] {
    const model = this.#needs.model(conversation);
    return model.provider === ACP
      ? agentCommands(model, this.agents.commandsOf(conversation, model.id), BUILT_IN_IDS)
      : [];
  }

  dispose(): void {
    this.agents.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #learn(agent: Agent): void {
    if (agent.known !== undefined) this.#known.keep(agent.setting, agent.known);
    this.#changed.fire();
  }

  #saidOf(id: string): AcpAgent | undefined {
    const agent = this.agents.agent(id);
    return agent?.known ?? (agent && this.#known.of(agent.setting));
  }

  #placeOf({ name, content_id, data }: FileSource): string | undefined {
    if (data === undefined) return undefined;
    const id = content_id ?? contentId(Buffer.from(data(), "base64"));
    return attachmentPath(this.#needs.attachmentsFolder(), id, name);
  }
}

async function keep(kept: LoweredAcp["kept"]): Promise<void> {
  for (const { path, file } of kept) await keepWhole(path, () => Buffer.from(file.data?.() ?? "", "base64"));
}

/** A file that is not on disk keeps its URI: its path may name another file on disk. */
function diskPathOf(path: string): string {
  const uri = uriOf(path);
  return uri?.scheme === "file" ? uri.fsPath : (uri?.toString() ?? path);
}

function workFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  return folder?.uri.fsPath ?? homedir();
}
