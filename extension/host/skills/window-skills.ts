// The skills of a window: which of them are enabled, the tool that loads them, their view.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { visibleHistory } from "../../assemble/compacted.ts";
import type { Message } from "../../message/message.ts";
import type { Skill, SkillListing } from "../../skills/catalog.ts";
import { withoutAlways } from "../../skills/always.ts";
import { enabledSkills, guardedTool } from "../../skills/enabled.ts";
import { type SkillCheck, SkillChecks } from "../../skills/skill-checks.ts";
import { skillTool } from "../../skills/tool.ts";
import { decide } from "../../tools/rules/rules.ts";
import { relevantMemories } from "../../memory/relevant.ts";
import type { ComposerPorts } from "../../skills/invoke.ts";
import type { Tool } from "../../tools/tool.ts";
import { readHistory } from "../../turn/request/conversation-cache.ts";
import { invokePorts } from "../../turn/skill-ports.ts";
import { artifactTokens } from "../settings/settings.ts";
import { setKey } from "../window/keys.ts";
import type { SkillsNeeds } from "./needs.ts";
import { SkillFiles } from "./skill-files.ts";
import { SkillsView } from "./skills-view.ts";
import * as words from "./words.ts";

/** Stores the names of the skills that are disabled in this workspace. */
const OFF = "galley.skills.off";

/** Problems in the log at once: the view lists all of them. */
const MOST_LOGGED = 100;

type Needs = Omit<SkillsNeeds, "newRuleId">;

export class WindowSkills implements vscode.Disposable {
  readonly #needs: Needs;
  readonly #files: SkillFiles;
  readonly #view: SkillsView;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #checks: SkillChecks;
  #off: ReadonlySet<string>;
  /** The user has opened the view: it stays, even with only built-in skills. */
  #isWanted = false;
  /** The problems that were logged last, so that each is logged once. */
  #told = "";
  /** Fires when files change, or a skill is enabled, disabled or permitted. */
  readonly onChange = this.#changed.event;

  constructor(needs: Needs) {
    this.#needs = needs;
    const { workspaceState, extensionUri } = needs.context;
    this.#off = new Set(z.array(z.string()).safeParse(workspaceState.get(OFF)).data ?? []);
    this.#files = new SkillFiles(vscode.Uri.joinPath(extensionUri, "media", "skills"));
    this.#checks = new SkillChecks(invokePorts(this.composer));
    this.#view = new SkillsView(this);
    // Does not measure: commands change after skills, and a change of commands measures again.
    this.#files.onChange(() => {
      this.#tell();
      this.#note();
    });
  }

  /** The enabled skills, as they were last read. */
  get listing(): SkillListing {
    return enabledSkills(this.#files.listing, this.#off);
  }

  /** The disabled skills. */
  get off(): readonly Skill[] {
    return this.#files.listing.skills.filter(({ name }) => this.#off.has(name));
  }

  /** The enabled skills, after a reading that still runs. Never rejects. */
  async list(): Promise<SkillListing> {
    return enabledSkills(await this.#files.list(), this.#off);
  }

  /** The same, with the disabled skills. */
  all(): Promise<SkillListing> {
    return this.#files.list();
  }

  /** The skills that a model may load: excludes those that the rules deny. One that asks first is not always on. */
  async forModels(): Promise<SkillListing> {
    const listing = await this.list();
    const kept = listing.skills.filter(({ name }) => this.permission(name) !== "deny");
    const asking = (skill: Skill): Skill => (this.permission(skill.name) === "ask" ? withoutAlways(skill) : skill);
    return { ...listing, skills: kept.map(asking) };
  }

  isOff(name: string): boolean {
    return this.#off.has(name);
  }

  /** Enables or disables a skill in this workspace. */
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

  /** Call it after a rule about a skill has changed. */
  changedRules(): void {
    this.#note();
  }

  /** Off the main thread, and only where the workspace is trusted. */
  readonly #render: ComposerPorts["render"] = async (template, data) => {
    const [rendered] = await this.#needs.renderTemplates({ templates: [template], ctx: {}, data });
    return rendered ?? { ok: false, failure: { message: words.noTemplateOutput } };
  };

  /** What every composition of this window uses. */
  readonly composer: ComposerPorts = {
    render: this.#render,
    budget: artifactTokens,
    memories: async (asked) => {
      const readable = (await this.#needs.memories()).filter(({ scope, name }) => this.#mayRead(`${scope}/${name}`));
      return relevantMemories(readable, asked).map(({ scope, name, description, body }) => ({
        ...{ scope, name, description, body },
      }));
    },
  };

  /** A skill reads a memory without asking, so a rule that asks keeps the memory from it. */
  #mayRead(memory: string): boolean {
    return decide(this.#needs.rules(), { permission: "memory", pattern: memory, fallback: "allow" }) === "allow";
  }

  /** What is wrong with skills, as far as their files and the tools of this window tell. */
  async check(skills: readonly Skill[]): Promise<SkillCheck[]> {
    const isPackage = ({ package: read }: Skill): boolean => read !== undefined;
    const tools = skills.some(isPackage) ? await this.#needs.toolNames() : [];
    return Promise.all(skills.map((skill) => this.#checks.check(skill, tools)));
  }

  tool(): Tool {
    const tool = skillTool({
      list: () => this.forModels(),
      load: this.#needs.loadPackage,
      recordLoad: this.#needs.recordLoad,
      visible: (id) => this.#visible(id),
      companions: (skill) => this.#files.companions(skill),
    });
    return guardedTool(tool, this.#off);
  }

  /** Focuses the view, and shows it from now on, even if it is empty. */
  async show(): Promise<void> {
    this.#isWanted = true;
    setKey("galley.skills.shown", true);
    await vscode.commands.executeCommand("galley.skills.focus");
  }

  dispose(): void {
    for (const one of [this.#view, this.#files, this.#changed]) one.dispose();
  }

  async #visible(conversationId: string): Promise<readonly Message[]> {
    const history = await readHistory(this.#needs.store, conversationId);
    return visibleHistory(history).messages;
  }

  #note(): void {
    const { skills, problems, clashes } = this.#files.listing;
    const hasOwn = skills.some(({ source }) => source !== "bundled") || problems.length + clashes.length > 0;
    setKey("galley.skills.shown", this.#isWanted || hasOwn || this.#off.size > 0);
    this.#view.refresh();
    this.#changed.fire();
  }

  #tell(): void {
    const { skills, problems, clashes } = this.listing;
    const lines = [...problems, ...clashes].map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
    const notes = skills.flatMap(({ file, note }) => (note === undefined ? [] : [`${file}: ${note}`]));
    if (this.#told === [...lines, ...notes].join("\n")) return;
    this.#told = [...lines, ...notes].join("\n");
    for (const line of lines.slice(0, MOST_LOGGED)) this.#needs.log.warn(`Skill not loaded: ${line}`);
    for (const note of notes.slice(0, MOST_LOGGED)) this.#needs.log.info(note);
  }
}
