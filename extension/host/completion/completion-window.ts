// Completion in this window: registered with the editor while it is on, with its status, its model and its commands.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { ShortLived } from "../../disk/short-lived.ts";
import type { Failure } from "../../message/failure.ts";
import { type Model, modelKey } from "../../message/model.ts";
import type { Result } from "../../message/result.ts";
import type { Fim } from "../../pipelines/completion/request.ts";
import { runCompletion } from "../../pipelines/completion/run.ts";
import { Completer } from "../../pipelines/completion/session/completer.ts";
import { isLanguageOn, withLanguage } from "../../pipelines/completion/session/languages.ts";
import { rehearse } from "../../pipelines/completion/session/rehearsal.ts";
import type { Answerer } from "../../pipelines/completion/session/status.ts";
import type { Access } from "../../send/access.ts";
import { FimProbes } from "../../send/fim/probes.ts";
import { reasonOf } from "../../text/reason.ts";
import { pickOne } from "../window/ask.ts";
import { setKey } from "../window/keys.ts";
import { Acceptances } from "./acceptances.ts";
import { AskedChats } from "./asked-chats.ts";
import * as settings from "./completion-settings.ts";
import { StoredCounts } from "./counts.ts";
import { followEditors } from "./follow-editors.ts";
import { openMenu, SNOOZES } from "./menu.ts";
import type { CompletionNeeds } from "./needs.ts";
import { documentNamed, isCompleted } from "./places.ts";
import { CompletionProvider } from "./provider.ts";
import { RememberedModel } from "./remembered-model.ts";
import { selectModel } from "./select-model.ts";
import { isEditorOff, silenceAtRest } from "./silence-at-rest.ts";
import { Snooze } from "./snooze.ts";
import { Sources } from "./sources.ts";
import { showStatistics } from "./statistics-list.ts";
import { StatusItem } from "./status-item.ts";
import { tellFailure } from "./tell-failure.ts";
import * as words from "./words.ts";

/** Registered while the window is loaded; no palette shows them. */
const MENU = "galley.completion.menu";
const ACCEPTED = "galley.completion.accepted";

const Accepted = z.object({ document: z.string(), start: z.number(), insert: z.string(), model: z.string() });

export class CompletionWindow implements vscode.Disposable {
  readonly #needs: CompletionNeeds;
  readonly #probes = new FimProbes();
  readonly #models = new RememberedModel((key) => this.#needs.modelNamed(key));
  /** VS Code's secret storage answers from the window, which takes longer than a request needs. */
  readonly #access = new ShortLived<Access>({ freshMs: 5_000, longestMs: 30_000 }, () => performance.now());
  readonly #chats: AskedChats;
  readonly #counts: StoredCounts;
  readonly #acceptances: Acceptances;
  readonly #sources: Sources;
  readonly #status = new StatusItem(MENU);
  readonly #snooze = new Snooze(() => this.#rest());
  readonly #completer: Completer;
  readonly #listening: vscode.Disposable;
  /** While completion is on. */
  #registered: vscode.Disposable | undefined;
  #rehearsal: Promise<unknown> | undefined;
  #wasOn = false;
  /** How the chosen model fills in, as far as it is known. */
  #fim: Fim | undefined;

  constructor(needs: CompletionNeeds) {
    this.#needs = needs;
    this.#chats = new AskedChats(needs.globalState);
    this.#counts = new StoredCounts(needs.globalState);
    this.#acceptances = new Acceptances((model, ...counted) => this.#counts.count(model, ...counted));
    this.#sources = new Sources(needs);
    this.#completer = this.#newCompleter();
    this.#listening = vscode.Disposable.from(
      vscode.commands.registerCommand(MENU, () => this.#openMenu()),
      vscode.commands.registerCommand(ACCEPTED, (given: unknown) => this.#accepted(given)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (["galley.completion", "galley.providers"].some((key) => event.affectsConfiguration(key))) this.#update();
        else if (event.affectsConfiguration("editor.inlineSuggest")) this.#rest();
      }),
      needs.onKeysChange(() => this.#update()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#rest()),
    );
    this.#update();
  }

  async trigger(): Promise<void> {
    if (settings.isEnabled()) {
      await vscode.commands.executeCommand("editor.action.inlineSuggest.trigger");
      return;
    }
    const answer = await vscode.window.showInformationMessage(words.isOff, words.selectButton);
    if (answer === words.selectButton) await this.selectModel();
  }

  async selectModel(): Promise<void> {
    // The server may have another model by now.
    this.#probes.forget();
    const model = await selectModel({
      listModels: this.#needs.listModels,
      probe: (one) => this.#probe(one),
      current: settings.chosenModel,
      ollamaSteps: this.#needs.ollamaSteps,
    });
    if (model === undefined) return;
    await settings.write("model", modelKey(model));
    await settings.write("enabled", true);
    const probed = await this.#probe(model);
    this.#rest();
    const said = probed.ok ? words.ready(model.name ?? model.id, probed.value.format) : probed.failure.message;
    void vscode.window.showInformationMessage(settings.isEnabled() ? said : words.offHere);
  }

  async snooze(): Promise<void> {
    const items = SNOOZES.map((minutes) => ({ label: words.snoozeFor(minutes), minutes }));
    const picked = await pickOne(items, { title: words.snoozeTitle });
    if (picked !== undefined) this.#snoozeFor(picked.minutes);
  }

  showStatistics(): Promise<void> {
    return showStatistics(this.#counts);
  }

  dispose(): void {
    this.#registered?.dispose();
    this.#listening.dispose();
    this.#completer.dispose();
    this.#snooze.dispose();
    this.#acceptances.dispose();
    this.#counts.dispose();
    this.#status.dispose();
  }

  #newCompleter(): Completer {
    return new Completer({
      now: () => performance.now(),
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      isKept: async (name) => {
        const document = documentNamed(name);
        return document !== undefined && this.#sources.isKept(document);
      },
      probe: (model) => this.#probe(model),
      isChatAsked: (model) => this.#chats.has(modelKey(model)),
      sources: async (name) => {
        const document = settings.sendsContext() ? documentNamed(name) : undefined;
        return document === undefined ? [] : this.#sources.around(document);
      },
      ask: async (wanted, model, fim, signal, grown) => {
        const ports = { ...this.#needs, access: (provider: string) => this.#accessTo(provider) };
        const { answer } = await runCompletion(wanted, model, fim, ports, signal, grown);
        // The key may be another by now.
        if (!answer.ok) this.#access.forget();
        return answer;
      },
      status: (status, by) => this.#status.show(status, by),
      fail: (failure) => this.#fail(failure),
      shown: (model) => this.#counts.count(model, "shown"),
    });
  }

  /** After the settings have changed. */
  #update(): void {
    settings.forgetSettings();
    const isOn = settings.isEnabled();
    this.#completer.reset();
    for (const one of [this.#probes, this.#models, this.#access]) one.forget();
    this.#fim = undefined;
    setKey("galley.completion.on", isOn);
    if (isOn) this.#registered ??= this.#register();
    else {
      this.#registered?.dispose();
      this.#registered = undefined;
    }
    this.#rest();
  }

  #register(): vscode.Disposable {
    const { pathOf, isRefactored } = this.#needs;
    this.#rehearsal ??= rehearse(this.#model()?.provider ?? "ollama");
    const provider = new CompletionProvider({
      ...{ completer: this.#completer, acceptedCommand: ACCEPTED, pathOf, isRefactored },
      model: () => this.#model(),
      isSnoozed: () => this.#snooze.isOn,
    });
    return vscode.Disposable.from(
      vscode.languages.registerInlineCompletionItemProvider({ scheme: "*" }, provider),
      followEditors({
        ...{ completer: this.#completer, sources: this.#sources, acceptances: this.#acceptances },
        switched: () => {
          this.#models.forget();
          this.#rest();
        },
      }),
    );
  }

  /** What the status says while nothing is asked. Nothing before completion was on. */
  #rest(): void {
    this.#wasOn ||= settings.isEnabled();
    if (!this.#wasOn) return;
    const model = this.#model();
    const by = { model: model?.id, format: this.#fim?.format, family: this.#fim?.family };
    const reason = silenceAtRest(model?.provider, this.#snooze.isOn) ?? (this.#isOnDemand ? "on-demand" : undefined);
    const failure = this.#completer.failure;
    if (reason !== undefined) this.#status.show({ state: "silent", reason }, by);
    else this.#status.show(failure === undefined ? { state: "ready" } : { state: "failed", failure }, by);
    const { document } = vscode.window.activeTextEditor ?? {};
    if (reason === undefined && document !== undefined && isCompleted(document)) void this.#restKeptOut(document, by);
  }

  /** The rules are read from disk: what the status says by then stays, if it is about anything else. */
  async #restKeptOut(document: vscode.TextDocument, by: Answerer): Promise<void> {
    const { shows } = this.#status;
    if ((await this.#sources.isKept(document)) || this.#status.shows !== shows) return;
    this.#status.show({ state: "silent", reason: "kept-out" }, by);
  }

  /** The model only converses, and is not asked with every key. */
  get #isOnDemand(): boolean {
    return this.#fim?.format === "chat" && !this.#chats.has(settings.chosenModel());
  }

  #model(): Model | undefined {
    const key = settings.chosenModel();
    return key === "" ? undefined : this.#models.named(key);
  }

  #accessTo(provider: string): Promise<Access> {
    return this.#access.get(provider, () => this.#needs.access(provider));
  }

  /** Never rejects. */
  async #probe(model: Model): Promise<Result<Fim>> {
    try {
      const access = await this.#accessTo(model.provider);
      const probed = await this.#probes.probe(access, model.id, settings.chosenFamily());
      if (probed.ok && modelKey(model) === settings.chosenModel()) this.#fim = probed.value;
      return probed;
    } catch (error) {
      // Without the secret storage no key is known.
      const failure: Failure = { stage: "send", code: "no-access", message: reasonOf(error), retryable: true };
      return { ok: false, failure };
    }
  }

  #snoozeFor(minutes: number): void {
    this.#snooze.begin(minutes);
    this.#completer.moved(() => undefined);
    this.#rest();
  }

  #accepted(given: unknown): void {
    const { data: accepted } = Accepted.safeParse(given);
    if (accepted === undefined) return;
    this.#completer.accepted(accepted.document, accepted.start + accepted.insert.length);
    this.#acceptances.add(accepted);
  }

  #fail(failure: Failure): void {
    this.#needs.log.warn(`completion: ${failure.message}`);
    void tellFailure(failure, this.#model()?.provider, () => this.#needs.log.show());
  }

  async #openMenu(): Promise<void> {
    const id = vscode.window.activeTextEditor?.document.languageId;
    const model = this.#model();
    const isChat = model !== undefined && this.#fim?.format === "chat";
    await openMenu(
      {
        ...{ status: this.#status.says, isOn: settings.isEnabled(), isSnoozed: this.#snooze.isOn },
        isEditorOff: isEditorOff(),
        language: id === undefined ? undefined : { id, isOn: isLanguageOn(settings.languageSwitches(), id) },
        chat: isChat ? { isAsked: this.#chats.has(modelKey(model)) } : undefined,
      },
      {
        turn: (isOn) => (isOn && settings.chosenModel() === "" ? this.selectModel() : settings.write("enabled", isOn)),
        snooze: (minutes) => this.#snoozeFor(minutes),
        wake: () => this.#snooze.end(),
        turnLanguage: (of, isOn) => settings.write("languages", withLanguage(settings.languageSwitches(), of, isOn)),
        askChat: (isAsked) => model && this.#askChat(modelKey(model), isAsked),
        openEditorSetting: () =>
          vscode.commands.executeCommand("workbench.action.openSettings", "editor.inlineSuggest.enabled"),
        selectModel: () => this.selectModel(),
        showStatistics: () => this.showStatistics(),
        openSettings: () => vscode.commands.executeCommand("workbench.action.openSettings", "galley.completion"),
        showLog: () => this.#needs.log.show(),
        focusEditor: () => vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup"),
      },
    );
  }

  async #askChat(key: string, isAsked: boolean): Promise<void> {
    await this.#chats.set(key, isAsked);
    this.#rest();
  }
}
