// Try Skill: an editor tab with the form of a skill and the prompt it would become, which can be put into the message.
import * as vscode from "vscode";
import { NO_ARGUMENTS } from "../../message/command.ts";
import { reasonOf } from "../../text/reason.ts";
import { FromTry, type ToTry, type TryValues } from "../../protocol/try-skill.ts";
import type { Skill } from "../../skills/catalog.ts";
import { argumentsText, filledIn, formOf } from "../../preview/try-form.ts";
import { trySkill } from "../../preview/try-skill.ts";
import { drawPage, pageFiles } from "../window/draw-page.ts";
import { showPlace } from "../window/editor.ts";
import type { SkillsNeeds, TrySkillNeeds } from "./needs.ts";
import { skillOf } from "./skill-commands.ts";
import type { WindowSkills } from "./window-skills.ts";
import * as words from "./words.ts";

const EMPTY: TryValues = { fields: {}, request: "" };

/** A program passes the name; else the user selects a skill. */
export async function openTry(skills: WindowSkills, tried: TrySkill, argument: unknown): Promise<void> {
  const skill = await skillOf(skills, argument, words.selectToTry, ({ name }) => !skills.isOff(name));
  if (skill !== undefined) tried.show(skill.name);
}

interface Page {
  extensionUri: vscode.Uri;
  log: SkillsNeeds["log"];
}

export class TrySkill implements vscode.Disposable {
  readonly #skills: WindowSkills;
  readonly #needs: TrySkillNeeds;
  readonly #page: Page;
  readonly #following: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;
  #name = "";
  #values = EMPTY;
  /** The form that the page shows, as text: it is posted again only if it has changed. */
  #form = "";
  #round = 0;

  constructor(skills: WindowSkills, needs: TrySkillNeeds, page: Page) {
    this.#skills = skills;
    this.#needs = needs;
    this.#page = page;
    this.#following = skills.onChange(() => void this.#update());
  }

  show(name: string): void {
    if (name !== this.#name) this.#values = EMPTY;
    this.#name = name;
    this.#form = "";
    this.#panel ??= this.#open();
    this.#panel.title = words.tryTitle(name);
    this.#panel.reveal();
    void this.#update();
  }

  dispose(): void {
    this.#following.dispose();
    this.#panel?.dispose();
  }

  #open(): vscode.WebviewPanel {
    const options = { retainContextWhenHidden: true };
    const panel = vscode.window.createWebviewPanel("galley.try", "", vscode.ViewColumn.Active, options);
    panel.iconPath = new vscode.ThemeIcon("play");
    panel.webview.onDidReceiveMessage((raw) => {
      this.#receive(raw).catch((error: unknown) => void vscode.window.showErrorMessage(reasonOf(error)));
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#name = "";
    });
    drawPage(panel.webview, pageFiles(this.#page.extensionUri), "try");
    return panel;
  }

  /** Reads the skill again, and posts its preview, and its form if that has changed. */
  async #update(): Promise<void> {
    if (this.#panel === undefined) return;
    const round = ++this.#round;
    const skill = await this.#skill();
    if (round !== this.#round) return;
    if (skill === undefined) {
      this.#form = "";
      this.#post({ type: "nothing", reason: words.skillUnavailable(this.#name) });
      return;
    }
    const form = formOf(skill);
    if (JSON.stringify(form) !== this.#form) this.#post({ type: "form", form });
    this.#form = JSON.stringify(form);
    const session_id = this.#needs.mainConversation();
    const by = { session_id, tools: await this.#needs.toolsOfSkills(session_id) };
    const preview = await trySkill(skill, this.#values, by, this.#skills.composer);
    if (round === this.#round) this.#post({ type: "preview", preview });
  }

  async #skill(): Promise<Skill | undefined> {
    return (await this.#skills.list()).skills.find(({ name }) => name === this.#name);
  }

  #post(message: ToTry): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    const parsed = FromTry.safeParse(raw);
    if (!parsed.success) {
      this.#page.log.warn(`Rejected a message from Try Skill: ${parsed.error.message}`);
      return;
    }
    const message = parsed.data;
    switch (message.type) {
      case "ready":
        this.#form = "";
        return this.#update();
      case "changed":
        this.#values = message.values;
        return this.#update();
      case "put":
        return this.#put(message.values);
      case "open": {
        const { file = "" } = (await this.#skill()) ?? {};
        return showPlace(file, undefined);
      }
      case "fault":
        this.#page.log.error(`Try Skill reported: ${message.message}`);
        return;
      default:
        message satisfies never;
    }
  }

  /** Inserts the command as if the user had typed it; the message is composed again when it is sent. */
  async #put({ fields, request }: TryValues): Promise<void> {
    const skill = await this.#skill();
    if (skill === undefined) return this.#update();
    const id = `/${skill.name}`;
    if (this.#needs.commandOrigin(id) !== skill.file) throw new Error(words.skillOverridden(id));
    const { parameters } = filledIn(formOf(skill).fields, fields);
    const text = argumentsText(parameters, request);
    await this.#needs.insertIntoMain([
      { type: "command", id, args: NO_ARGUMENTS },
      { type: "text", text: text === "" ? " " : ` ${text}` },
    ]);
  }
}
