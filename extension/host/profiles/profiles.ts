// The profiles of the window: which ones there are, which one answers in a conversation, and why others are not loaded.
import { join } from "node:path";
import * as vscode from "vscode";
import type { ProfileProblem } from "../../assemble/profiles/profile.ts";
import {
  type ResolvedProfile,
  type Answering,
  asPicked,
  DEFAULT_PROFILE,
  figuresOf,
  pickOf,
} from "../../assemble/profiles/resolve-profiles.ts";
import type { RenderTemplates } from "../../assemble/templates/template-job.ts";
import type { Model } from "../../message/model.ts";
import { WindowChoices } from "../../persist/window-choices.ts";
import type { ShownProfile } from "../../protocol/conversation.ts";
import type { Rule } from "../../tools/rules/rules.ts";
import { TemplateThread } from "../../disk/threads/template-thread.ts";
import type { ProfilesNeeds } from "./needs.ts";
import { ProfileFiles } from "./profile-files.ts";
import * as words from "./words.ts";

/** Used if no profile can be read, not even Galley's own. */
const LAST_RESORT: ResolvedProfile = {
  name: DEFAULT_PROFILE,
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
  refactor_tools: [],
  hides: [],
};

/** Where earlier versions kept, for all conversations, the project's profiles that the user agreed to. */
const EARLIER_AGREED = "galley.pickedProfiles";

export class Profiles implements vscode.Disposable {
  readonly #needs: ProfilesNeeds;
  readonly #thread: TemplateThread;
  readonly #files: ProfileFiles;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("galley");
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #settings: vscode.Disposable;
  /** The name of the profile; none for the default. */
  readonly #chosen: WindowChoices;
  /** The project's profile that the user selected, with the model it named then. */
  readonly #agreed: WindowChoices;
  #logged = "";
  /** Before the files are read, a profile that is not found may still exist. */
  #isLoaded = false;
  readonly onChange = this.#changed.event;

  constructor(needs: ProfilesNeeds) {
    this.#needs = needs;
    const { store, workspaceState } = needs;
    this.#chosen = new WindowChoices(store, "agent");
    this.#agreed = new WindowChoices(store, "agreed_profile");
    if (this.#agreed.takeOver(workspaceState.get(EARLIER_AGREED)))
      void workspaceState.update(EARLIER_AGREED, undefined);
    this.#thread = new TemplateThread(join(needs.extensionUri.fsPath, "dist", "template-worker.js"));
    this.#files = new ProfileFiles(vscode.Uri.joinPath(needs.extensionUri, "media", "agents"), this.render);
    this.#files.onChange(() => {
      this.#isLoaded = true;
      this.#reportProblems();
      this.#changed.fire();
    });
    this.#changed.event(() => {
      if (this.all.some(({ model }) => model !== undefined)) void needs.findModelsOfExtensions();
    });
    this.#settings = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("galley.model")) this.#tellProfileDecides();
    });
  }

  /** Resolves when the profiles match their files. */
  ready(): Promise<void> {
    return this.#files.freshen();
  }

  get all(): readonly ResolvedProfile[] {
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
      : Promise.resolve(job.templates.map(() => ({ ok: false, failure: { message: words.notTrusted } })));

  /** The profile that answers. `instead` says why it is not the selected one, or why it does not use its own model. */
  of(conversationId: string): Answering & { instead?: string } {
    const wanted = this.#wanted(conversationId);
    const found = this.all.find(({ name }) => name === wanted);
    const used = found ?? this.all.find(({ name }) => name === DEFAULT_PROFILE) ?? LAST_RESORT;
    const answering = asPicked(used, this.#agreed.read(conversationId));
    const { waits } = answering;
    const reasons = [
      ...(found === undefined && wanted !== DEFAULT_PROFILE ? [words.notAvailable(wanted, used.name)] : []),
      ...(waits === undefined ? [] : [words.modelNeedsConsent(used.file, `${waits.provider}/${waits.id}`, used.name)]),
    ];
    return { ...answering, ...(reasons.length > 0 && { instead: reasons.join(" ") }) };
  }

  shown(conversationId: string): ShownProfile {
    const wanted = this.#wanted(conversationId);
    if (!this.#isLoaded) return { name: wanted, description: "" };
    const { agent, instead } = this.of(conversationId);
    const { name, description } = agent;
    return { name, description, ...(instead !== undefined && { problem: instead }) };
  }

  /** The model that answers, with the profile's own model and limits if it has any. */
  modelOf(conversationId: string): Model {
    const answering = this.of(conversationId);
    const { agent } = answering;
    const own = agent.model && `${agent.model.provider}/${agent.model.id}`;
    const model = own === undefined ? this.#needs.chosenModel(conversationId) : this.#needs.modelNamed(own);
    return { ...model, ...figuresOf(answering, model) };
  }

  /** The permission rules of the conversation's profile. */
  rules(conversationId: string): Rule[] {
    return this.of(conversationId).agent.rules.map((rule) => ({ ...rule, from: "manifest" }));
  }

  /** Applies from the next turn. The user agrees to the model that a project's profile names. */
  choose(conversationId: string, name: string): void {
    const agent = this.all.find((one) => one.name === name);
    if (agent === undefined) throw new Error(words.notFound(name));
    this.#chosen.choose(conversationId, name === DEFAULT_PROFILE ? undefined : name);
    this.#agreed.choose(conversationId, agent.source === "project" ? pickOf(agent) : undefined);
    this.#changed.fire();
  }

  /** Stores what was chosen for a blank conversation, once the conversation is stored. Never throws. */
  keepChoice(conversationId: string): void {
    this.#chosen.keep(conversationId);
    this.#agreed.keep(conversationId);
  }

  /** Gives a fork the user's agreement in its conversation; the store gives it the profile. */
  inherit(from: string, to: string): void {
    this.#agreed.choose(to, this.#agreed.read(from));
  }

  dispose(): void {
    for (const one of [this.#settings, this.#files, this.#thread, this.#diagnostics, this.#changed]) one.dispose();
  }

  #wanted(conversationId: string): string {
    return this.#chosen.read(conversationId) ?? DEFAULT_PROFILE;
  }

  /** Shows the problems in the Problems view, and logs each set of them once. */
  #reportProblems(): void {
    this.#diagnostics.clear();
    for (const { file, line, reason } of this.problems) {
      const uri = this.uriOf(file);
      if (uri === undefined) continue;
      const range = new vscode.Range(line - 1, 0, line - 1, 1_000);
      const diagnostic = new vscode.Diagnostic(range, words.notLoaded(reason));
      this.#diagnostics.set(uri, [
        ...(this.#diagnostics.get(uri) ?? []),
        Object.assign(diagnostic, { source: "Galley" }),
      ]);
    }
    const lines = this.problems.map(({ file, line, reason }) => `Profile not loaded: ${file}:${line}: ${reason}`);
    if (this.#logged === lines.join("\n")) return;
    this.#logged = lines.join("\n");
    for (const line of lines) this.#needs.log.warn(line);
  }

  /** Tells the user that the profile's own model is used, not the one they just selected. */
  #tellProfileDecides(): void {
    const { agent } = this.of(this.#needs.focusedConversation());
    if (agent.model === undefined) return;
    const message = words.profileDecides(agent.name, `${agent.model.provider}/${agent.model.id}`);
    void vscode.window.showInformationMessage(message, words.selectProfile).then((answer) => {
      if (answer !== undefined) void vscode.commands.executeCommand("galley.selectAgent");
    });
  }
}
