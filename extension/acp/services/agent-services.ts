// Carries out an agent's requests while it answers. The rules or the user allow each, as they do for Galley's own tools.
import type { AgentServices, CommandWanted } from "./services.ts";
import type { Diff } from "@agentclientprotocol/sdk";
import { textBefore } from "./before.ts";
import { permissionCall } from "./permission.ts";
import type { Located, Place, Shell } from "../../tools/ports.ts";
import { parseTypedPath } from "../../text/paths/typed-path.ts";
import type { CallAbout, Need, ReadyCall, Tool } from "../../tools/tool.ts";
import { beginCommand } from "./agent-command.ts";
import { judgeEnvironment } from "./agent-environment.ts";
import { AgentGrants } from "./agent-grants.ts";
import type { AgentTurn, CallVerdict } from "./agent-turn.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

/** The files, the shell and the tools that an agent works with. */
export interface AgentWorld {
  shell: Shell;
  /** Galley's tools in a conversation: through them an agent changes files and runs commands. */
  tools: (conversation: string) => Promise<readonly Tool[]>;
  /** Where a path leads, as the built-in tools find it. */
  locate: (path: string) => Promise<Located>;
  /** The editor's text where it differs from the disk. */
  text: (place: Place) => Promise<Result<{ text: string }, string>>;
  /** A path as messages write it. */
  shownPath: (path: string) => string;
  /** Records a change that the agent has made, so that the user can review and undo it. */
  record: (place: Place, before: string | undefined, after: string, about: CallAbout) => void;
  /** The folder of commands that do not name one. */
  cwd: () => string;
}

/** Approvals that may wait for the user at once. */
const MOST_ASKED = 20;

/** Files that are read or written at once, and requests that may wait for it. */
const MOST_AT_ONCE = 4;
const MOST_WAITING = 1_000;

/** The largest file that an agent may read, in bytes. */
const MOST_READ = 8 * 1024 * 1024;

/** The most files of one call whose changes are recorded. */
const MOST_RECORDED = 200;

export function agentServices(
  world: AgentWorld,
  conversation: string,
  turn: AgentTurn | undefined,
  signal: AbortSignal,
): AgentServices {
  const services = new Services(world, conversation, turn, signal);
  return {
    shownPath: world.shownPath,
    // The agent has changed the file already. Without a record, the user cannot undo the change here.
    changed: (diffs) => void services.record(diffs).catch(() => undefined),
    permission: (asked) => services.permission(asked),
    read: (path) => services.read(path),
    write: (path, content) => services.write(path, content),
    run: (wanted) => services.run(wanted),
  };
}

class Services {
  readonly #world: AgentWorld;
  readonly #conversation: string;
  readonly #turn: AgentTurn | undefined;
  readonly #signal: AbortSignal;
  readonly #granted = new AgentGrants();
  #count = 0;
  #asked = 0;
  #active = 0;
  readonly #waiting: (() => void)[] = [];
  #starts = Promise.resolve();

  constructor(world: AgentWorld, conversation: string, turn: AgentTurn | undefined, signal: AbortSignal) {
    this.#world = world;
    this.#conversation = conversation;
    this.#turn = turn;
    this.#signal = signal;
  }

  async permission(asked: Parameters<AgentServices["permission"]>[0]): ReturnType<AgentServices["permission"]> {
    const ports = { locate: (path: string) => this.#locate(path), shownPath: this.#world.shownPath };
    const call = await permissionCall(asked.toolCall, ports, asked.options);
    const verdict = await this.#ask(call.tool, call.call, false, asked.toolCall.toolCallId);
    if (verdict.allowed) {
      const usual = await this.#locate(this.#world.cwd());
      this.#granted.add(call, usual.ok ? usual.value.real : undefined);
    }
    return verdict.allowed ? "allowed" : this.#signal.aborted ? "stopped" : "denied";
  }

  async read(path: string): ReturnType<AgentServices["read"]> {
    const located = await this.#locate(path);
    if (!located.ok) return { ok: false, failure: words.notFound(shown(path), located.failure) };
    const place = located.value;
    if (place.kind === "folder") return { ok: false, failure: words.isFolder(place.path) };
    if (place.size > MOST_READ) return { ok: false, failure: words.fileTooLarge(place.path) };
    const call = readyCall(words.read(place.path), [needToRead(place)]);
    const verdict = await this.#ask("read", call, this.#granted.coversRead(call));
    return verdict.allowed ? this.#inOrder(() => this.#world.text(place)) : { ok: false, failure: verdict.why };
  }

  async write(path: string, content: string): ReturnType<AgentServices["write"]> {
    const ready = await this.#inOrder(() => this.#toolNamed("write", { path, content }));
    if (!ready.ok) return ready;
    const verdict = await this.#ask("write", ready.value, this.#granted.takeChange(ready.value));
    if (!verdict.allowed) return { ok: false, failure: verdict.why };
    return this.#inOrder(async () => {
      const done = await ready.value.run(this.#signal);
      return done.ok ? { ok: true, value: undefined } : { ok: false, failure: done.output };
    });
  }

  async run({ line, program, cwd = this.#world.cwd(), env }: CommandWanted): ReturnType<AgentServices["run"]> {
    const located = await this.#locate(cwd);
    if (!located.ok) return { ok: false, failure: words.notFound(shown(cwd), located.failure) };
    const { full, real, path, inside } = located.value;
    const judged = judgeEnvironment(env);
    if (!judged.ok) return judged;
    const ready = await this.#toolNamed("bash", { command: line, folder: full });
    if (!ready.ok) return ready;
    const folder = { name: words.folder, value: path, ...(!inside && { note: words.outsideWorkspace }) };
    const about = [...(path === "." ? [] : [folder]), ...judged.value.about];
    const call: ReadyCall = {
      ...ready.value,
      needs: ready.value.needs.map((need) => needToRun(need, judged.value.prefix, program !== undefined)),
      preview: { type: "text", text: line, ...(about.length > 0 && { about }) },
    };
    // Variables are never part of what a request for permission grants.
    const isGranted = judged.value.prefix === "" && this.#granted.takeCommand(line, real);
    const verdict = await this.#ask("bash", call, isGranted);
    if (!verdict.allowed) return { ok: false, failure: verdict.why };
    // The user may have taken minutes to answer.
    const now = await this.#locate(full);
    if (!now.ok || now.value.real !== real || now.value.kind !== "folder")
      return { ok: false, failure: words.folderReplaced(path) };
    await this.#nextStart();
    if (this.#signal.aborted) return { ok: false, failure: words.turnOver };
    const wanted = { line, cwd: full, env, ...(program && { program }) };
    return { ok: true, value: beginCommand(this.#world.shell, wanted, this.#signal) };
  }

  /** Records only changes that can surely be undone. */
  async record(diffs: readonly Diff[]): Promise<void> {
    const files = [...Map.groupBy(diffs, (diff) => diff.path)].slice(0, MOST_RECORDED);
    for (const [path, ofFile] of files) {
      const about = this.#about();
      const located = await this.#locate(path);
      if (!located.ok || !located.value.inside || about.message_id === "" || located.value.size > MOST_READ) continue;
      const found = await this.#world.text(located.value);
      const before = found.ok ? textBefore(found.value.text, ofFile) : undefined;
      if (found.ok && before !== undefined)
        this.#world.record(located.value, before ?? undefined, found.value.text, about);
    }
  }

  /** Runs a few at a time, so that thousands of requests at once do not fill the memory. */
  async #inOrder<Value>(work: () => Promise<Result<Value, string>>): Promise<Result<Value, string>> {
    if (this.#waiting.length >= MOST_WAITING) return { ok: false, failure: words.tooManyPending };
    if (this.#active >= MOST_AT_ONCE)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#active += 1;
    try {
      return await work();
    } finally {
      this.#active -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Starts one process after the other: many at once would block the window. */
  #nextStart(): Promise<void> {
    this.#starts = this.#starts.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.#starts;
  }

  async #locate(typed: string): Promise<Located> {
    const path = parseTypedPath(typed);
    return path.ok ? this.#world.locate(path.value) : path;
  }

  /** Denies everything once another window has taken over the turn; checked before and after the question. */
  async #ask(tool: string, call: ReadyCall, isGranted: boolean, call_id?: string): Promise<CallVerdict> {
    const isLost = (): boolean => this.#turn?.isOurs() === false;
    const verdict = isLost() ? undefined : await this.#judge(tool, call, isGranted, call_id);
    return verdict === undefined || isLost() ? { allowed: false, why: words.otherWindow } : verdict;
  }

  async #judge(tool: string, call: ReadyCall, isGranted: boolean, call_id?: string): Promise<CallVerdict> {
    const turn = this.#turn;
    if (turn === undefined) return { allowed: false, why: words.noOneToApprove };
    if (isGranted && !turn.isDenied(call)) return { allowed: true };
    if (this.#asked >= MOST_ASKED) return { allowed: false, why: words.tooManyAsks };
    this.#asked += 1;
    return turn.isAllowed(this.#about(call_id), tool, call, this.#signal).finally(() => {
      this.#asked -= 1;
    });
  }

  async #toolNamed(name: string, input: unknown): Promise<Result<ReadyCall, string>> {
    const tool = (await this.#world.tools(this.#conversation)).find((one) => one.name === name);
    if (tool === undefined) return { ok: false, failure: words.notAllowedHere };
    const prepared = await tool.prepare(input, this.#about());
    return prepared.ok ? { ok: true, value: prepared.call } : { ok: false, failure: prepared.output };
  }

  #about(call_id = `agent_${++this.#count}`): CallAbout {
    return { session_id: this.#conversation, message_id: this.#turn?.message_id ?? "", call_id };
  }
}

function needToRead({ inside, path }: Place): Need {
  return { permission: inside ? "read" : "outside", pattern: path };
}

/** With the variables before the command. The line of a program is written for sh, whatever shell the window has. */
function needToRun(need: Need, prefix: string, isProgram: boolean): Need {
  if (need.permission !== "bash") return need;
  const reader = isProgram && need.shell !== undefined ? { shell: "git-bash" as const } : {};
  return { ...need, ...reader, ...(prefix !== "" && { pattern: `${prefix}${need.pattern}`, exact: true as const }) };
}

function readyCall(title: string, needs: ReadyCall["needs"]): ReadyCall {
  return { title, needs, changes: false, run: () => Promise.resolve({ ok: true, output: "" }) };
}

/** A path as the agent wrote it, in one line. */
function shown(typed: string): string {
  return JSON.stringify(typed.length > 200 ? `${typed.slice(0, 200)}…` : typed);
}
