// What agents may use of Galley: written to a file for the MCP server that each agent session is given.
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { KnownServer } from "../../acp/window/agent-servers.ts";
import { withOwnServer } from "../../acp/window/own-server.ts";
import { saveFile } from "../../disk/write/save-file.ts";
import type { AgentAccess } from "../../mcp/own/agent-access.ts";
import { workFolders } from "../files/disk-folders.ts";
import { sharesWithAgents } from "../settings/settings.ts";
import type { AccessNeeds } from "./needs.ts";

export class AgentAccessFile implements vscode.Disposable {
  readonly #needs: AccessNeeds;
  readonly #following: vscode.Disposable;
  /** An agent session has been given the server, so that changes matter. */
  #isGiven = false;

  constructor(needs: AccessNeeds) {
    this.#needs = needs;
    const follow = (): void => {
      if (this.#isGiven) void this.#write();
    };
    this.#following = vscode.Disposable.from(
      needs.onSkillsChange(follow),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("galley.tools.rules")) follow();
      }),
    );
  }

  /** The servers with Galley's own, unless the user does not share it. Never rejects. */
  async withOwn(known: readonly KnownServer[]): Promise<readonly KnownServer[]> {
    if (!sharesWithAgents() || !(await this.#write())) return known;
    this.#isGiven = true;
    const script = join(this.#needs.extensionPath, "dist", "cli.js");
    return withOwnServer(known, { runtime: process.execPath, script, access: this.#file });
  }

  dispose(): void {
    this.#following.dispose();
  }

  get #file(): string {
    return join(this.#needs.storage.folder, "agent-access.json");
  }

  async #write(): Promise<boolean> {
    const { extensionPath, userStorage, offSkills, rules, log } = this.#needs;
    const access: AgentAccess = {
      workspaces: workFolders().flatMap(({ path }) => path ?? []),
      user: userStorage.fsPath,
      home: homedir(),
      bundled: join(extensionPath, "media", "skills"),
      off: [...offSkills()],
      rules: rules()
        .filter(({ permission }) => permission === "skill" || permission === "memory")
        .map(({ permission, pattern, action, from }) => ({ permission, pattern, action, from })),
    };
    const saved = await saveFile(this.#file, new TextEncoder().encode(JSON.stringify(access)));
    if (!saved.ok) log.warn(`Agents cannot use memories and skills: ${saved.failure.why}`);
    return saved.ok;
  }
}
