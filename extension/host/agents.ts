// Who answers: the agents there are, the one each conversation was given, and what is wrong with the others.
import { join } from "node:path";
import * as vscode from "vscode";
import type { ProfileProblem } from "../assemble/agent-profile.ts";
import { type Agent, DEFAULT_AGENT } from "../assemble/agent-profiles.ts";
import type { RenderTemplates } from "../assemble/template-job.ts";
import type { Model } from "../message/model.ts";
import { readAgent, saveAgent } from "../persist/agent.ts";
import { readSession } from "../persist/sessions.ts";
import type { Store } from "../persist/store.ts";
import type { ShownAgent } from "../protocol/conversation.ts";
import type { Rule } from "../tools/rules.ts";
import { TemplateThread } from "../disk/template-thread.ts";
import { AgentFiles } from "./agent-files.ts";
import type { Core } from "./core.ts";
import type { Models } from "./models.ts";

/** Speaks while no profile can be read, not even those Galley brings. */
const LAST_RESORT: Agent = {
  name: DEFAULT_AGENT,
  description: "",
  source: "bundled",
  file: "",
  text: "",
  model: undefined,
  context_window: undefined,
  max_output: undefined,
  prompts: [],
  body: {},
  rules: [],
  hides: [],
};

export class Agents implements vscode.Disposable {
  readonly #store: Store;
  readonly #log: vscode.LogOutputChannel;
  readonly #thread: TemplateThread;
  readonly #files: AgentFiles;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("galley");
  readonly #changed = new vscode.EventEmitter<void>();
  /** For conversations that are not stored yet. */
  readonly #chosen = new Map<string, string>();
  #told = "";
  /** Until then nobody can say who is missing. */
  #isLoaded = false;
  readonly onChange = this.#changed.event;

  constructor(context: vscode.ExtensionContext, store: Store, log: vscode.LogOutputChannel) {
    this.#store = store;
    this.#log = log;
    this.#thread = new TemplateThread(join(context.extensionPath, "dist", "template-worker.js"));
    this.#files = new AgentFiles(vscode.Uri.joinPath(context.extensionUri, "media", "agents"), this.render);
    this.#files.onChange(() => {
      this.#isLoaded = true;
      this.#tell();
      this.#changed.fire();
    });
  }

  /** Resolves when they are what the files say. */
  ready(): Promise<void> {
    return this.#files.freshen();
  }

  get all(): readonly Agent[] {
    return this.#files.read.agents;
  }

  get problems(): readonly ProfileProblem[] {
    return this.#files.read.problems;
  }

  uriOf(file: string): vscode.Uri | undefined {
    return this.#files.read.uris.get(file);
  }

  /** Only where the workspace is trusted; nobody else's words are run. */
  readonly render: RenderTemplates = (job) =>
    vscode.workspace.isTrusted
      ? this.#thread.render(job)
      : Promise.resolve(job.templates.map(() => ({ ok: false, message: "this workspace is not trusted" })));

  /** Who answers in a conversation; `instead` says why it is not the one that was chosen. */
  of(sessionId: string): { agent: Agent; instead?: string } {
    const wanted = this.#wanted(sessionId);
    const agent = this.all.find(({ name }) => name === wanted);
    if (agent !== undefined) return { agent };
    const other = this.all.find(({ name }) => name === DEFAULT_AGENT) ?? LAST_RESORT;
    return wanted === DEFAULT_AGENT
      ? { agent: other }
      : { agent: other, instead: `The agent ${wanted} cannot be used now, ${other.name} answers.` };
  }

  shown(sessionId: string): ShownAgent {
    const wanted = this.#wanted(sessionId);
    if (!this.#isLoaded) return { name: wanted, description: "" };
    const { agent, instead } = this.of(sessionId);
    const { name, description } = agent;
    return { name, description, ...(instead !== undefined && { problem: instead }) };
  }

  /** The agent's own model and figures, where it has any. */
  modelOf(sessionId: string, models: Models): Model {
    const { agent } = this.of(sessionId);
    const own = agent.model && `${agent.model.provider}/${agent.model.id}`;
    const model = own === undefined ? models.current(sessionId) : models.named(own);
    const { context_window = model.context_window, max_output = model.max_output } = agent;
    return { ...model, context_window, max_output };
  }

  /** What the agent of a conversation must ask for, or must not do at all. */
  rules(sessionId: string): Rule[] {
    return this.of(sessionId).agent.rules.map((rule) => ({ ...rule, from: "manifest" }));
  }

  /** From its next turn on. */
  choose(sessionId: string, name: string): void {
    if (!this.all.some((agent) => agent.name === name)) throw new Error(`There is no agent ${name}.`);
    this.#chosen.set(sessionId, name);
    this.#changed.fire();
  }

  dispose(): void {
    for (const one of [this.#files, this.#thread, this.#diagnostics, this.#changed]) one.dispose();
  }

  #wanted(sessionId: string): string {
    this.#keep(sessionId);
    return this.#chosen.get(sessionId) ?? readAgent(this.#store, sessionId) ?? DEFAULT_AGENT;
  }

  /** What was chosen for a blank conversation is stored with it, once it is. A disk that refuses has been told of. */
  #keep(sessionId: string): void {
    const name = this.#chosen.get(sessionId);
    if (name === undefined || this.#store.readOnly || readSession(this.#store, sessionId) === undefined) return;
    try {
      saveAgent(this.#store, sessionId, name === DEFAULT_AGENT ? undefined : name);
      this.#chosen.delete(sessionId);
    } catch {
      // It stays in memory.
    }
  }

  /** In the Problems view while they last, and in the log once. */
  #tell(): void {
    this.#diagnostics.clear();
    for (const { file, line, reason } of this.problems) {
      const uri = this.uriOf(file);
      if (uri === undefined) continue;
      const range = new vscode.Range(line - 1, 0, line - 1, 1_000);
      const diagnostic = new vscode.Diagnostic(range, `This agent is left out: ${reason}.`);
      this.#diagnostics.set(uri, [
        ...(this.#diagnostics.get(uri) ?? []),
        Object.assign(diagnostic, { source: "Galley" }),
      ]);
    }
    const lines = this.problems.map(({ file, line, reason }) => `An agent was left out. ${file}:${line}: ${reason}`);
    if (this.#told === lines.join("\n")) return;
    this.#told = lines.join("\n");
    for (const line of lines) this.#log.warn(line);
  }
}

/** The panel, the meter and the inspector follow the agent and its model. */
export function tellWhoAnswers(core: Core): void {
  core.context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("galley.model")) sayWhoDecides(core);
    }),
  );
  const { agents, models } = core;
  const tell = (): void => {
    for (const pane of core.panes.all) {
      pane.post({ type: "model", model: pane.session.shownModel() });
      pane.post({ type: "agent", agent: agents.shown(pane.id) });
    }
    core.panes.updateKeys();
    void core.measure();
  };
  models.onChange(tell);
  agents.onChange(() => {
    // A model that only an agent names is not looked for before.
    if (agents.all.some(({ model }) => model !== undefined)) void models.refreshOthers();
    tell();
  });
}

/** A model that is chosen while the agent brings its own changes nothing here: that is said. */
function sayWhoDecides(core: Core): void {
  const { agent } = core.agents.of(core.session().id);
  if (agent.model === undefined) return;
  const words = `The agent ${agent.name} answers with its own model, ${agent.model.provider}/${agent.model.id}.`;
  void vscode.window.showInformationMessage(words, "Choose Another Agent").then((answer) => {
    if (answer !== undefined) void vscode.commands.executeCommand("galley.selectAgent");
  });
}
