// Who answers: the profiles there are, the one each conversation was given, and what is wrong with the others.
import { join } from "node:path";
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { ProfileProblem } from "../../assemble/profiles/agent-profile.ts";
import {
  type Agent,
  type Answering,
  asPicked,
  DEFAULT_AGENT,
  figuresOf,
  pickOf,
} from "../../assemble/profiles/agent-profiles.ts";
import type { RenderTemplates } from "../../assemble/templates/template-job.ts";
import type { Model } from "../../message/model.ts";
import { readAgent, saveAgent } from "../../persist/agents/agent.ts";
import { readSession } from "../../persist/sessions.ts";
import type { ShownAgent } from "../../protocol/conversation.ts";
import type { Rule } from "../../tools/rules/rules.ts";
import { TemplateThread } from "../../disk/threads/template-thread.ts";
import type { ProfilesNeeds } from "./needs.ts";
import { ProfileFiles } from "./profile-files.ts";

/** Speaks while no profile can be read, not even those Galley brings. */
const LAST_RESORT: Agent = {
  name: DEFAULT_AGENT,
  description: "",
  source: "bundled",
  file: "",
  text: "",
  model: undefined,
  own_model: undefined,
  body_for: undefined,
  context_window: undefined,
  max_output: undefined,
  prompts: [],
  body: {},
  rules: [],
  hides: [],
};

/** By conversation: the profile of the project that the user picked there, with the model it named then. */
const PICKED = "galley.pickedProfiles";
const Picked = z.record(z.string(), z.string());

export class Profiles implements vscode.Disposable {
  readonly #needs: ProfilesNeeds;
  readonly #thread: TemplateThread;
  readonly #files: ProfileFiles;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("galley");
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #settings: vscode.Disposable;
  /** For conversations that are not stored yet. */
  readonly #chosen = new Map<string, string>();
  #told = "";
  /** Before the files are read, a profile that is not found may still exist. */
  #isLoaded = false;
  readonly onChange = this.#changed.event;

  constructor(needs: ProfilesNeeds) {
    this.#needs = needs;
    this.#thread = new TemplateThread(join(needs.extensionUri.fsPath, "dist", "template-worker.js"));
    this.#files = new ProfileFiles(vscode.Uri.joinPath(needs.extensionUri, "media", "agents"), this.render);
    this.#files.onChange(() => {
      this.#isLoaded = true;
      this.#tell();
      this.#changed.fire();
    });
    this.#changed.event(() => {
      if (this.all.some(({ model }) => model !== undefined)) void needs.findModelsOfExtensions();
    });
    this.#settings = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("galley.model")) this.#sayWhoDecides();
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

  /** Renders nothing in a workspace that is not trusted. */
  readonly render: RenderTemplates = (job) =>
    vscode.workspace.isTrusted
      ? this.#thread.render(job)
      : Promise.resolve(
          job.templates.map(() => ({ ok: false, failure: { message: "this workspace is not trusted" } })),
        );

  /** Who answers in a conversation; `instead` says why it is not the one that was chosen, or not with its own model. */
  of(sessionId: string): Answering & { instead?: string } {
    const wanted = this.#wanted(sessionId);
    const found = this.all.find(({ name }) => name === wanted);
    const used = found ?? this.all.find(({ name }) => name === DEFAULT_AGENT) ?? LAST_RESORT;
    const answering = asPicked(used, this.#picked()[sessionId]);
    const { waits } = answering;
    const reasons = [
      ...(found === undefined && wanted !== DEFAULT_AGENT
        ? [
            `The profile ${wanted} is not available, so ${used.name} is used. Select another profile, or check the file for errors.`,
          ]
        : []),
      ...(waits === undefined
        ? []
        : [
            `${used.file} sets the model ${waits.provider}/${waits.id}. Select the profile ${used.name} here to use it.`,
          ]),
    ];
    return { ...answering, ...(reasons.length > 0 && { instead: reasons.join(" ") }) };
  }

  shown(sessionId: string): ShownAgent {
    const wanted = this.#wanted(sessionId);
    if (!this.#isLoaded) return { name: wanted, description: "" };
    const { agent, instead } = this.of(sessionId);
    const { name, description } = agent;
    return { name, description, ...(instead !== undefined && { problem: instead }) };
  }

  /** The profile's own model and figures, where it has any. */
  modelOf(sessionId: string): Model {
    const answering = this.of(sessionId);
    const { agent } = answering;
    const own = agent.model && `${agent.model.provider}/${agent.model.id}`;
    const model = own === undefined ? this.#needs.chosenModel(sessionId) : this.#needs.modelNamed(own);
    return { ...model, ...figuresOf(answering, model) };
  }

  /** What the profile of a conversation must ask for, or must not do at all. */
  rules(sessionId: string): Rule[] {
    return this.of(sessionId).agent.rules.map((rule) => ({ ...rule, from: "manifest" }));
  }

  /** From its next turn on. The user's act: from now on a project's profile answers with the model it names. */
  choose(sessionId: string, name: string): void {
    const agent = this.all.find((one) => one.name === name);
    if (agent === undefined) throw new Error(`Profile ${name} not found.`);
    this.#chosen.set(sessionId, name);
    this.keepChoice(sessionId);
    this.#pick(sessionId, agent.source === "project" ? pickOf(agent) : undefined);
    this.#changed.fire();
  }

  /** Stores what was chosen for a blank conversation, once the conversation is stored. Never throws. */
  keepChoice(sessionId: string): void {
    const name = this.#chosen.get(sessionId);
    const { store } = this.#needs;
    if (name === undefined || store.readOnly || readSession(store, sessionId) === undefined) return;
    try {
      saveAgent(store, sessionId, name === DEFAULT_AGENT ? undefined : name);
      this.#chosen.delete(sessionId);
    } catch {
      // The disk refuses, and the save of the conversation says so: the choice stays in memory until the next save.
    }
  }

  /** A fork has the profile of its conversation, and what the user agreed to there. */
  inherit(from: string, to: string): void {
    this.#pick(to, this.#picked()[from]);
  }

  dispose(): void {
    for (const one of [this.#settings, this.#files, this.#thread, this.#diagnostics, this.#changed]) one.dispose();
  }

  #picked(): Record<string, string> {
    const all = Picked.safeParse(this.#needs.workspaceState.get(PICKED));
    return all.success ? all.data : {};
  }

  #pick(sessionId: string, pick: string | undefined): void {
    const { [sessionId]: before, ...others } = this.#picked();
    if (before === pick) return;
    void this.#needs.workspaceState.update(PICKED, pick === undefined ? others : { ...others, [sessionId]: pick });
  }

  #wanted(sessionId: string): string {
    return this.#chosen.get(sessionId) ?? readAgent(this.#needs.store, sessionId) ?? DEFAULT_AGENT;
  }

  /** In the Problems view while they last, and in the log once. */
  #tell(): void {
    this.#diagnostics.clear();
    for (const { file, line, reason } of this.problems) {
      const uri = this.uriOf(file);
      if (uri === undefined) continue;
      const range = new vscode.Range(line - 1, 0, line - 1, 1_000);
      const diagnostic = new vscode.Diagnostic(range, `Profile not loaded: ${reason}.`);
      this.#diagnostics.set(uri, [
        ...(this.#diagnostics.get(uri) ?? []),
        Object.assign(diagnostic, { source: "Galley" }),
      ]);
    }
    const lines = this.problems.map(({ file, line, reason }) => `Profile not loaded: ${file}:${line}: ${reason}`);
    if (this.#told === lines.join("\n")) return;
    this.#told = lines.join("\n");
    for (const line of lines) this.#needs.log.warn(line);
  }

  /** A model that is chosen while the profile brings its own changes nothing here: that is said. */
  #sayWhoDecides(): void {
    const { agent } = this.of(this.#needs.focusedConversation());
    if (agent.model === undefined) return;
    const words = `The profile ${agent.name} always uses ${agent.model.provider}/${agent.model.id}. To use another model, select another profile.`;
    void vscode.window.showInformationMessage(words, "Select Profile").then((answer) => {
      if (answer !== undefined) void vscode.commands.executeCommand("galley.selectAgent");
    });
  }
}
