// What an agent asks while it answers, granted as a tool of Galley's would be: by the rules, else by the user.
import type { AgentServices, CommandWanted, Refused, RunningCommand } from "../acp/services.ts";
import type { Diff } from "@agentclientprotocol/sdk";
import { textBefore } from "../acp/before.ts";
import { permissionCall } from "../acp/permission.ts";
import { decide } from "../tools/rules.ts";
import { readNeed } from "../tools/locate.ts";
import type { Place, Shell } from "../tools/ports.ts";
import type { CallAbout, ReadyCall } from "../tools/tool.ts";
import { isAllowed, rulesOf, type Verdict } from "./allowed.ts";
import type { Talk } from "./agent-prompt.ts";
import type { Rooms } from "./rooms.ts";

/** The world an agent works in. */
export interface AgentWorld {
  shell: Shell;
  /** The editor's text where it differs from the disk. */
  text: (path: string) => Promise<{ ok: true; place: Place; text: string } | Refused>;
  /** As messages write it. */
  shownPath: (path: string) => string;
  /** A file that was changed already, so that it can be reviewed and undone. */
  record: (place: Place, before: string | undefined, after: string, about: CallAbout) => void;
  /** Where commands run that say nothing else. */
  cwd: () => string;
}

const NO_TURN: Refused = { ok: false, why: "Nobody is there who could allow it." };

const LOST = "Not allowed: another window has taken over this conversation.";

/** A command of an agent runs until the agent ends it, the turn ends, or a day has passed. */
const DAY_MS = 24 * 60 * 60 * 1000;
const LIMIT_BYTES = 4 * 1024 * 1024;

export function agentServices(
  rooms: Rooms,
  world: AgentWorld,
  conversation: string,
  talk: Talk | undefined,
  signal: AbortSignal,
): AgentServices {
  const granted = new Granted();
  let count = 0;
  const about = (call_id = `agent_${++count}`): CallAbout => ({
    session_id: conversation,
    message_id: talk?.message_id ?? "",
    call_id,
  });
  const ask = async (tool: string, call: ReadyCall, call_id?: string): Promise<Verdict> => {
    if (talk === undefined) return { allowed: false, why: NO_TURN.why };
    if (talk.isOurs?.() === false) return { allowed: false, why: LOST };
    const rules = rulesOf(rooms, conversation);
    const isDenied = call.needs.some((need) => decide(rules, need) === "deny");
    if (!isDenied && granted.covers(call)) return { allowed: true };
    const verdict = await isAllowed(rooms, about(call_id), tool, call, talk.waits, signal);
    return verdict.allowed && talk.isOurs?.() === false ? { allowed: false, why: LOST } : verdict;
  };
  const toolNamed = async (name: string, input: unknown): Promise<{ ok: true; call: ReadyCall } | Refused> => {
    const tool = (await rooms.tools?.(conversation))?.find((one) => one.name === name);
    if (tool === undefined) return { ok: false, why: "This is not allowed here." };
    const prepared = await tool.prepare(input, about());
    return prepared.ok ? prepared : { ok: false, why: prepared.output };
  };
  return {
    shownPath: world.shownPath,
    changed: (diffs) => {
      for (const [path, ofFile] of Map.groupBy(diffs, (diff) => diff.path))
        void recordChange(world, path, ofFile, about()).catch(() => undefined);
    },
    permission: async (asked) => {
      const { tool, call } = permissionCall(asked.toolCall, world.shownPath);
      const verdict = await ask(tool, call, asked.toolCall.toolCallId);
      if (verdict.allowed) granted.add(call);
      return verdict.allowed ? "allowed" : signal.aborted ? "stopped" : "denied";
    },
    read: async (path) => {
      const found = await world.text(path);
      if (!found.ok) return found;
      const call = readyCall(`Read ${found.place.path}`, [readNeed(found.place)]);
      const verdict = await ask("read", call);
      return verdict.allowed ? { ok: true, text: found.text } : { ok: false, why: verdict.why };
    },
    write: async (path, content) => {
      const ready = await toolNamed("write", { path, content });
      if (!ready.ok) return ready;
      const verdict = await ask("write", ready.call);
      if (!verdict.allowed) return { ok: false, why: verdict.why };
      const done = await ready.call.run(signal);
      return done.ok ? { ok: true } : { ok: false, why: done.output };
    },
    run: async (wanted, env) => {
      const folder = wanted.cwd === undefined ? {} : { folder: wanted.cwd };
      const ready = await toolNamed("bash", { command: wanted.line, ...folder });
      if (!ready.ok) return ready;
      const verdict = await ask("bash", ready.call);
      return verdict.allowed
        ? { ok: true, command: begin(world, wanted, env, signal) }
        : { ok: false, why: verdict.why };
    },
  };
}

/** Only what can be taken back for sure is offered to be. */
async function recordChange(world: AgentWorld, path: string, diffs: readonly Diff[], about: CallAbout): Promise<void> {
  const found = await world.text(path);
  if (!found.ok || !found.place.inside || about.message_id === "") return;
  const before = textBefore(found.text, diffs);
  if (before !== undefined) world.record(found.place, before ?? undefined, found.text, about);
}

function begin(
  { shell, cwd: usual }: AgentWorld,
  { line, cwd = usual() }: CommandWanted,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): RunningCommand {
  const killed = new AbortController();
  let output = "";
  const heard = (text: string): void => {
    output = (output + text).slice(-LIMIT_BYTES);
  };
  const options = { cwd, timeoutMs: DAY_MS, limitBytes: LIMIT_BYTES, env, heard };
  const exited = shell
    .run(line, { ...options, signal: AbortSignal.any([signal, killed.signal]) })
    .then(({ exit_code }) => ({ exitCode: exit_code, signal: exit_code === null ? "SIGTERM" : null }));
  return {
    output: () => output,
    exited,
    kill: () => {
      killed.abort();
    },
  };
}

function readyCall(title: string, needs: ReadyCall["needs"]): ReadyCall {
  return { title, needs, changes: false, run: () => Promise.resolve({ ok: true, output: "" }) };
}

/** What was allowed in this turn is not asked again when the agent does it. */
class Granted {
  readonly #needs: { permission: string; pattern: string }[] = [];

  add({ needs }: ReadyCall): void {
    this.#needs.push(...needs);
  }

  covers({ needs }: ReadyCall): boolean {
    return needs.every(({ permission, pattern }) =>
      this.#needs.some(
        (granted) =>
          granted.permission === permission &&
          (granted.pattern === pattern || (permission === "bash" && isWrapped(granted.pattern, pattern))),
      ),
    );
  }
}

/** Agents ask for `ls` and run `sh -c 'ls'`. */
function isWrapped(asked: string, run: string): boolean {
  const [, inner] = /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z)?sh -l?c (.*)$/s.exec(run) ?? [];
  return inner === asked || inner === `'${asked.replaceAll("'", "'\\''")}'`;
}
