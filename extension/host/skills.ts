// Skills with VS Code: the files they are read from, the tool that loads them, and what is wrong with the others.
import * as vscode from "vscode";
import { visibleHistory } from "../assemble/compacted.ts";
import type { Message } from "../message/message.ts";
import { ALL, readMessages } from "../persist/messages.ts";
import type { SkillListing } from "../skills/catalog.ts";
import { type LoadPackage, skillTool } from "../skills/tool.ts";
import { loadPackage } from "../turn/load-package.ts";
import type { RenderFraming } from "../turn/skill-commands.ts";
import type { Tool } from "../tools/tool.ts";
import type { Core } from "./core.ts";
import { SkillFiles } from "./skill-files.ts";

export class Skills implements vscode.Disposable {
  readonly #core: Core;
  readonly #files: SkillFiles;
  /** What was told last, so that one problem is told once. */
  #told = "";

  constructor(core: Core) {
    this.#core = core;
    this.#files = new SkillFiles(vscode.Uri.joinPath(core.context.extensionUri, "media", "skills"));
    // Whoever measures follows the commands, and those follow the skills.
    this.#files.onChange(() => {
      this.#tell();
    });
  }

  get onChange(): vscode.Event<void> {
    return this.#files.onChange;
  }

  /** As they were last read. */
  get listing(): SkillListing {
    return this.#files.listing;
  }

  /** Waits for a reading that is under way. Never rejects. */
  list(): Promise<SkillListing> {
    return this.#files.list();
  }

  /** Off the main thread, and only where the workspace is trusted. */
  readonly render: RenderFraming = async (template, data) => {
    const [rendered] = await this.#core.agents.render({ templates: [template], ctx: {}, data });
    return rendered ?? { ok: false, message: "nothing came back" };
  };

  readonly #load: LoadPackage = (skill, asked, about) =>
    loadPackage(this.#core.rooms, this.render, skill, asked, about);

  tool(sessionId: string): Tool {
    return skillTool(
      {
        list: () => this.list(),
        load: this.#load,
        visible: (id) => this.#visible(id),
        companions: (skill) => this.#files.companions(skill),
      },
      sessionId,
    );
  }

  dispose(): void {
    this.#files.dispose();
  }

  #visible(sessionId: string): readonly Message[] {
    return visibleHistory(readMessages(this.#core.store, sessionId, ALL).map(({ message }) => message)).messages;
  }

  #tell(): void {
    const { problems, clashes } = this.listing;
    const lines = [...problems, ...clashes].map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
    if (this.#told === lines.join("\n")) return;
    this.#told = lines.join("\n");
    for (const line of lines) this.#core.log.warn(`A skill was left out. ${line}`);
  }
}
