// Skills with VS Code: the files they are read from, which of them are switched on, the tool that loads them, their view.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { visibleHistory } from "../../assemble/compacted.ts";
import type { Message } from "../../message/message.ts";
import type { Skill, SkillListing } from "../../skills/catalog.ts";
import { enabledSkills, guardedTool, withoutMentions } from "../../skills/enabled.ts";
import { suggestedSkills } from "../../skills/loaded.ts";
import { skillTool } from "../../skills/tool.ts";
import { decide } from "../../tools/rules/rules.ts";
import type { RenderFraming } from "../../skills/invoke.ts";
import type { Tool } from "../../tools/tool.ts";
import { readHistory } from "../../turn/request/memory.ts";
import { setKey } from "../window/keys.ts";
import type { SkillsNeeds } from "./needs.ts";
import { SkillFiles } from "./skill-files.ts";
import { SkillsView } from "./skills-view.ts";

/** The names of those that are switched off in this workspace. */
const OFF = "galley.skills.off";

type Needs = Omit<SkillsNeeds, "newRuleId">;

export class WindowSkills implements vscode.Disposable {
  readonly #needs: Needs;
  readonly #files: SkillFiles;
  readonly #view: SkillsView;
  readonly #changed = new vscode.EventEmitter<void>();
  #off: ReadonlySet<string>;
  /** The user has opened the view: it stays, even with only built-in skills. */
  #isWanted = false;
  /** What was told last, so that one problem is told once. */
  #told = "";
  /** The files changed, or a switch. */
  readonly onChange = this.#changed.event;

  constructor(needs: Needs) {
    this.#needs = needs;
    const { workspaceState, extensionUri } = needs.context;
    this.#off = new Set(z.array(z.string()).safeParse(workspaceState.get(OFF)).data ?? []);
    this.#files = new SkillFiles(vscode.Uri.joinPath(extensionUri, "media", "skills"));
    this.#view = new SkillsView(this);
    // No need to measure here: commands update after skills, and a change of commands measures again.
    this.#files.onChange(() => {
      this.#tell();
      this.#note();
    });
  }

  /** As they were last read, without those that are switched off. */
  get listing(): SkillListing {
    return enabledSkills(this.#files.listing, this.#off);
  }

  /** Those that are switched off. */
  get off(): readonly Skill[] {
    return this.#files.listing.skills.filter(({ name }) => this.#off.has(name));
  }

  /** Waits for a reading that is under way. Never rejects. */
  async list(): Promise<SkillListing> {
    return enabledSkills(await this.#files.list(), this.#off);
  }

  /** The same with those that are switched off. */
  all(): Promise<SkillListing> {
    return this.#files.list();
  }

  /** Those a model may load: one that the rules keep from it has no line. */
  async forModels(): Promise<SkillListing> {
    const listing = await this.list();
    const rules = this.#needs.rules();
    const isKept = ({ name }: Skill): boolean => decide(rules, { permission: "skill", pattern: name }) === "deny";
    return { ...listing, skills: listing.skills.filter((skill) => !isKept(skill)) };
  }

  isOff(name: string): boolean {
    return this.#off.has(name);
  }

  /** Here and from now on. */
  async turn(name: string, on: boolean): Promise<void> {
    const off = new Set(this.#off);
    if (on) off.delete(name);
    else off.add(name);
    this.#off = off;
    await this.#needs.context.workspaceState.update(OFF, [...off].sort());
    this.#note();
  }

  /** Whether a model may load the skill unasked, in any conversation of this workspace. */
  permission(name: string): "allow" | "ask" | "deny" {
    return decide(this.#needs.rules(), { permission: "skill", pattern: name });
  }

  /** A rule about a skill is another now. */
  changedRules(): void {
    this.#note();
  }

  /** Off the main thread, and only where the workspace is trusted. */
  readonly render: RenderFraming = async (template, data) => {
    const [rendered] = await this.#needs.renderTemplates({ templates: [template], ctx: {}, data });
    return rendered ?? { ok: false, failure: { message: "the template produced no output" } };
  };

  async tool(sessionId: string): Promise<Tool> {
    const tool = skillTool(
      {
        list: () => this.forModels(),
        load: this.#needs.loadPackage,
        visible: (id) => this.#visible(id),
        companions: (skill) => this.#files.companions(skill),
      },
      suggestedSkills(await this.#visible(sessionId)),
    );
    return guardedTool(tool, this.#off);
  }

  /** The view is there from now on, and has the focus. */
  async show(): Promise<void> {
    this.#isWanted = true;
    setKey("galley.skills.shown", true);
    await vscode.commands.executeCommand("galley.skills.focus");
  }

  dispose(): void {
    for (const one of [this.#view, this.#files, this.#changed]) one.dispose();
  }

  async #visible(sessionId: string): Promise<readonly Message[]> {
    const history = await readHistory(this.#needs.store, sessionId);
    return withoutMentions(visibleHistory(history).messages, this.#off);
  }

  #note(): void {
    const { skills, problems, clashes } = this.#files.listing;
    const hasOwn = skills.some(({ source }) => source !== "bundled") || problems.length + clashes.length > 0;
    setKey("galley.skills.shown", this.#isWanted || hasOwn || this.#off.size > 0);
    this.#view.refresh();
    this.#changed.fire();
  }

  #tell(): void {
    const { problems, clashes } = this.listing;
    const lines = [...problems, ...clashes].map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
    if (this.#told === lines.join("\n")) return;
    this.#told = lines.join("\n");
    for (const line of lines) this.#needs.log.warn(`Skill not loaded: ${line}`);
  }
}
