// Schedules as a feature of the window: looks twice a minute what is due, and asks about what skills propose.
import { join } from "node:path";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { contentId } from "../../persist/contents/blobs.ts";
import { reasonOf } from "../../text/reason.ts";
import { fileClaims, removeOldClaims } from "../../turn/schedules/claims.ts";
import { dueNow } from "../../turn/schedules/due.ts";
import { queueScheduled } from "../../turn/schedules/queue-scheduled.ts";
import { type Schedule, schedulesOf } from "../../turn/schedules/schedules.ts";
import { workFolders } from "../files/disk-folders.ts";
import { schedulesSetting } from "../settings/settings.ts";
import { ANSWERS, OF_USER } from "./has-schedules.ts";
import type { ScheduleNeeds } from "./needs.ts";
import * as words from "./words.ts";

const LOOK_MS = 30_000;

export function registerSchedules(needs: ScheduleNeeds): vscode.Disposable {
  const schedules = new WindowSchedules(needs);
  const timer = setInterval(() => {
    schedules.look();
  }, LOOK_MS);
  const following = needs.onSkillsChange(() => {
    schedules.look();
  });
  schedules.look();
  return {
    dispose: () => {
      clearInterval(timer);
      following.dispose();
    },
  };
}

class WindowSchedules {
  readonly #needs: ScheduleNeeds;
  readonly #folder: string;
  /** Proposals that the user was asked about in this window. */
  readonly #asked = new Set<string>();
  /** Problems that were logged last. */
  #told = "";
  #looking: Promise<void> = Promise.resolve();

  constructor(needs: ScheduleNeeds) {
    this.#needs = needs;
    this.#folder = join(needs.userStorage.fsPath, "schedules");
    void removeOldClaims(this.#folder, Date.now());
  }

  /** One look after the other. */
  look(): void {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error: unknown) => {
        this.#needs.log.warn(`Schedules: ${reasonOf(error)}`);
      });
  }

  async #look(): Promise<void> {
    const { skills, globalState, isReadOnly } = this.#needs;
    if (isReadOnly()) return;
    const { skills: all } = await skills();
    const { active, proposed, problems } = schedulesOf({
      setting: schedulesSetting(),
      skills: all,
      folders: workFolders().flatMap(({ path }) => path ?? []),
      answers: this.#answers(),
      isTrusted: vscode.workspace.isTrusted,
      digest: contentId,
    });
    const isOfUser = all.some(({ source, package: read }) => source === "user" && read?.schedule !== undefined);
    if (isOfUser !== (globalState.get(OF_USER) === true)) await globalState.update(OF_USER, isOfUser);
    this.#tell(problems);
    for (const proposal of proposed) void this.#ask(proposal);
    const { due, missed } = await dueNow(active, fileClaims(this.#folder), new Date());
    for (const schedule of due) await this.#queue(schedule);
    if (missed.length > 0) void vscode.window.showInformationMessage(words.missed(missed.map(({ name }) => name)));
  }

  async #queue(schedule: Schedule): Promise<void> {
    const queued = await queueScheduled(this.#needs, schedule);
    if (!queued.ok) void vscode.window.showErrorMessage(queued.failure);
    this.#needs.updateList();
  }

  async #ask({ id, name, at, days, message }: Schedule): Promise<void> {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    const said = words.proposes(name, { at, days }, message);
    const answer = await vscode.window.showInformationMessage(said, words.accept, words.never);
    // Without an answer, the next window asks again.
    if (answer === undefined) return;
    await this.#needs.workspaceState.update(ANSWERS, { ...this.#answers(), [id]: answer === words.accept });
    this.look();
  }

  #answers(): Record<string, boolean> {
    const stored = this.#needs.workspaceState.get(ANSWERS);
    return z.record(z.string(), z.boolean()).safeParse(stored).data ?? {};
  }

  #tell(problems: readonly string[]): void {
    if (problems.join("\n") === this.#told) return;
    this.#told = problems.join("\n");
    for (const problem of problems) this.#needs.log.warn(problem);
  }
}
