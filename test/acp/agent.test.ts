// Our client against our own small agent, in a process of its own over stdio.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { Agent } from "../../extension/acp/agent.ts";
import type { AgentPorts } from "../../extension/acp/agent-ports.ts";
import type { AgentServices } from "../../extension/acp/services/services.ts";
import type { StreamEvent } from "../../extension/send/event.ts";
import { built } from "../fakes/built.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { eventually } from "../fakes/until.ts";

const fake = built("acp-agent");

const started: Agent[] = [];
afterEach(() => {
  for (const agent of started.splice(0)) agent.stop();
});

interface World {
  agent: Agent;
  folder: string;
  lines: string[];
  garbage: string[];
}

function agentWith(flags: string[], more: Partial<AgentPorts> & { command?: string; textOnly?: boolean } = {}): World {
  const folder = temporaryFolder();
  const lines: string[] = [];
  const garbage: string[] = [];
  const { command = process.execPath, textOnly = false, ...ports } = more;
  const setting = {
    id: "fake",
    name: "Fake",
    command,
    args: ["--no-warnings", fake, ...flags],
    env: { A_KEY: "sesame" },
  };
  const agent = new Agent(
    { ...setting, textOnly },
    {
      cwd: () => folder,
      version: "0",
      tap: () => ({
        sent: (line) => lines.push(`> ${line}`),
        received: (line) => lines.push(`< ${line}`),
        garbage: (line) => garbage.push(line),
        ended: () => undefined,
      }),
      changed: () => undefined,
      chosen: () => undefined,
      servers: () => Promise.resolve([]),
      ...ports,
    },
  );
  started.push(agent);
  return { agent, folder, lines, garbage };
}

const services = (more: Partial<AgentServices> = {}): AgentServices => ({
  permission: () => Promise.resolve("allowed"),
  read: (path) => Promise.resolve({ ok: true, value: { text: `text of ${path}\nline two\nline three` } }),
  write: () => Promise.resolve({ ok: true, value: undefined }),
  run: () => Promise.resolve({ ok: false, failure: "nothing runs here" }),
  shownPath: (path) => path,
  changed: () => undefined,
  ...more,
});

async function say(
  { agent }: World,
  text: string,
  {
    signal = new AbortController().signal,
    session,
    ...more
  }: Partial<AgentServices> & { signal?: AbortSignal; session?: string } = {},
): Promise<StreamEvent[]> {
  const opened = await agent.open(session);
  if (!opened.ok) return [{ type: "failed", failure: opened.failure }];
  const prompt = [{ type: "text" as const, text }];
  const events: StreamEvent[] = [];
  for await (const event of agent.prompt({ sessionId: opened.value.id, prompt }, services(more), signal))
    events.push(event);
  return events;
}

const textOf = (events: StreamEvent[]): string =>
  events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
const last = (events: StreamEvent[]): StreamEvent | undefined => events.at(-1);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("an agent", () => {
  it("is started on first use, says what it takes, and answers", async () => {
    const world = agentWith(["--takes=image,audio"]);
    expect(world.agent.known).toBeUndefined();
    const events = await say(world, "hello");
    expect(textOf(events)).toBe('Received [{"text":"hello","type":"text"}]');
    expect(last(events)).toEqual({ type: "end", finish: "end" });
    expect(world.agent.known?.agentCapabilities?.promptCapabilities).toMatchObject({ image: true, audio: true });
  });

  it("is told when nobody listens to its answer any more", async () => {
    const world = agentWith([]);
    const opened = await world.agent.open(undefined);
    if (!opened.ok) throw new Error(opened.failure.message);
    const prompt = [{ type: "text" as const, text: "slow" }];
    const { signal } = new AbortController();
    for await (const event of world.agent.prompt({ sessionId: opened.value.id, prompt }, services(), signal))
      if (event.type === "text") break;
    await eventually(() => {
      expect(world.lines.some((line) => line.includes("session/cancel"))).toBe(true);
    });
  });

  it("thinks, and its thoughts are thoughts", async () => {
    const events = await say(agentWith([]), "think deeply");
    expect(events[0]).toEqual({ type: "reasoning", text: "deeply" });
  });

  it("has a plan, which is a list of things to do that changes in place", async () => {
    const events = await say(agentWith([]), "plan");
    const plans = events.filter((event) => event.type === "tool-call");
    expect(new Set(plans.map(({ id }) => id)).size).toBe(1);
    expect(plans.at(-1)).toMatchObject({
      name: "todo",
      input: {
        todos: [
          { text: "Read it", state: "done" },
          { text: "Change it", state: "doing" },
        ],
      },
    });
    expect(events.filter((event) => event.type === "tool-result")).toHaveLength(1);
  });

  it("tells what it used", async () => {
    expect(await say(agentWith([]), "usage")).toContainEqual({ type: "usage", usage: { input: 1234, output: 0 } });
  });

  it("edits a file, and the change is shown", async () => {
    const world = agentWith([]);
    const path = join(world.folder, "a.ts");
    writeFileSync(path, "old\n");
    const events = await say(world, `diff ${path}`);
    expect(events).toContainEqual({
      type: "tool-call",
      id: "call_d",
      name: "edit",
      input: { path, old_text: "old\n", new_text: "old\n// changed by the agent\n" },
    });
    expect(events).toContainEqual({ type: "tool-result", id: "call_d", output: `Changed ${path}.`, is_error: false });
  });

  it("tells its modes, options and commands, and takes others", async () => {
    const world = agentWith([]);
    const opened = await world.agent.open(undefined);
    if (!opened.ok) throw new Error(opened.failure.message);
    const session = opened.value.id;
    expect(await world.agent.setMode(session, "code")).toBeUndefined();
    expect(await world.agent.setOption(session, "level", "high")).toBeUndefined();
    expect(textOf(await say(world, "where", { session }))).toBe("mode code, level high");
    expect(world.agent.state(session)).toMatchObject({
      modes: { currentModeId: "code" },
      commands: [{ name: "tidy" }],
    });
  });
});

describe("what an agent asks", () => {
  it("for permission is answered with the option that fits", async () => {
    const world = agentWith([]);
    expect(textOf(await say(world, "permission ls"))).toBe("Ran it (yes).");
    expect(textOf(await say(world, "permission ls", { permission: () => Promise.resolve("denied") }))).toBe(
      "Did not run it.",
    );
  });

  it("to read is served with the lines it wants", async () => {
    const world = agentWith([]);
    expect(textOf(await say(world, "read /x.ts"))).toBe("Read: text of /x.ts\nline two\nline three");
    expect(textOf(await say(world, "read /x.ts:2"))).toBe("Read: line two");
    const refused = await say(world, "read /x.ts", {
      read: () => Promise.resolve({ ok: false, failure: "not yours" }),
    });
    expect(textOf(refused)).toContain("not yours");
  });

  it("to run is a command it can watch", async () => {
    const lines: string[] = [];
    const events = await say(agentWith([]), "run echo hi; exit 2", {
      run: ({ line }) => {
        lines.push(line);
        const exited = Promise.resolve({ exitCode: 2, signal: null });
        return Promise.resolve({ ok: true, value: { output: () => "hi\n", exited, kill: () => undefined } });
      },
    });
    expect(lines).toEqual(["sh -c 'echo hi; exit 2'"]);
    expect(textOf(events)).toBe("Exit 2: hi\n");
    expect(events).toContainEqual({ type: "tool-result", id: "call_t", output: "hi\n", is_error: true });
  });
});

describe("Stop", () => {
  it("is session/cancel, and the turn ends as stopped with what was said", async () => {
    const world = agentWith([]);
    const stop = new AbortController();
    const opened = await world.agent.open(undefined);
    if (!opened.ok) throw new Error(opened.failure.message);
    const events: StreamEvent[] = [];
    const prompt = [{ type: "text" as const, text: "slow" }];
    for await (const event of world.agent.prompt({ sessionId: opened.value.id, prompt }, services(), stop.signal)) {
      events.push(event);
      stop.abort();
    }
    expect(textOf(events)).toBe("Begun, stopped");
    expect(last(events)).toEqual({ type: "end", finish: "stopped" });
    expect(world.lines.some((line) => line.includes("session/cancel"))).toBe(true);
  });

  it("ends an agent that does not hear it; the next message starts it again", async () => {
    const world = agentWith([], { patience: { stopMs: 100 } });
    const stop = new AbortController();
    const opened = await world.agent.open(undefined);
    if (!opened.ok) throw new Error(opened.failure.message);
    const events: StreamEvent[] = [];
    const prompt = [{ type: "text" as const, text: "hang" }];
    for await (const event of world.agent.prompt({ sessionId: opened.value.id, prompt }, services(), stop.signal)) {
      events.push(event);
      stop.abort();
    }
    expect(last(events)).toEqual({ type: "end", finish: "stopped" });
    expect(textOf(await say(world, "again"))).toContain("again");
  });
});

describe("an agent that answers two conversations and hears Stop in one", () => {
  it("goes on in the other, begins a new session in the first, and is ended when it answers nobody", async () => {
    const world = agentWith(["--load"], { patience: { stopMs: 100 } });
    const [one, two] = [await world.agent.open(undefined), await world.agent.open(undefined)];
    if (!one.ok || !two.ok) throw new Error("not opened");
    const [first, second] = [new AbortController(), new AbortController()];
    const other = say(world, "slow", { session: two.value.id, signal: second.signal });
    const turn = say(world, "hang", { session: one.value.id, signal: first.signal });
    await eventually(() => {
      expect(world.lines.filter((line) => line.startsWith("<") && line.includes("Begun"))).toHaveLength(2);
    });
    first.abort();
    expect(await turn).toContainEqual(expect.objectContaining({ type: "notice" }));
    expect(last(await turn)).toEqual({ type: "end", finish: "stopped" });
    const again = await world.agent.open(one.value.id);
    expect(again).toMatchObject({ ok: true, value: { continued: false } });
    const pid = Number(two.value.id.split("_")[1]);
    expect(isAlive(pid)).toBe(true);
    second.abort();
    expect(textOf(await other)).toBe("Begun, stopped");
    await eventually(() => {
      expect(isAlive(pid)).toBe(false);
    });
  });
});

describe("an agent that misbehaves", () => {
  it("dies in a turn: what it said stays, the reason is told, and the next message starts it again", async () => {
    const world = agentWith([]);
    const events = await say(world, "crash");
    expect(textOf(events)).toBe("Begun");
    expect(last(events)).toMatchObject({
      type: "failed",
      failure: { code: "agent-ended", message: "Fake exited with code 9: Out of luck.", action: "restartAgent" },
    });
    expect(textOf(await say(world, "again"))).toContain("again");
  });

  it.each(["", " away"])(
    "dies while something it started%s has its output: the turn ends with the reason",
    async (where) => {
      const world = agentWith([]);
      const events = await say(world, `orphan${where}`);
      const orphan = Number(/^Begun (\d+)$/.exec(textOf(events))?.[1]);
      if (isAlive(orphan)) process.kill(orphan, "SIGKILL");
      expect(last(events)).toMatchObject({ failure: { message: "Fake exited with code 9: Out of luck." } });
      expect(textOf(await say(world, "again"))).toContain("again");
    },
  );

  it.each([
    ["deaf", "ACP connection closed"],
    ["endless", "it sent a message larger than 8 MB"],
  ])("cannot be heard any more (%s): it is ended, and the turn says so", async (word, why) => {
    const world = agentWith([]);
    const events = await say(world, word);
    expect(textOf(events)).toBe("Begun");
    expect(last(events)).toMatchObject({ failure: { message: `Fake was stopped by Galley (${why}).` } });
    expect(textOf(await say(world, "again"))).toContain("again");
  });

  it("dies when it is asked for a session or a mode: the reason is told", async () => {
    expect(last(await say(agentWith(["--die-in=new"]), "hi"))).toMatchObject({
      failure: { code: "agent-ended", message: "Fake exited with code 4: No new today." },
    });
    const { agent } = agentWith(["--die-in=mode"]);
    const opened = await agent.open(undefined);
    expect(await agent.setMode(opened.ok ? opened.value.id : "", "code")).toMatchObject({
      message: "Fake exited with code 4: No mode today.",
    });
  });

  it("ends late: the turn that its successor is in goes on", async () => {
    const world = agentWith(["--stubborn"]);
    const first = await world.agent.open(undefined);
    if (!first.ok) throw new Error(first.failure.message);
    const pid = Number(first.value.id.split("_")[1]);
    world.agent.stop();
    const stop = new AbortController();
    const turn = say(world, "slow", { signal: stop.signal });
    await eventually(() => {
      expect(world.lines.some((line) => line.startsWith("<") && line.includes("Begun"))).toBe(true);
      expect(isAlive(pid)).toBe(false);
    });
    stop.abort();
    expect(last(await turn)).toEqual({ type: "end", finish: "stopped" });
  });

  it("outlives no window, however stubborn it is", async () => {
    const agent = new URL("../../extension/acp/process/child.ts", import.meta.url).href;
    const setting = { id: "fake", command: process.execPath, args: ["--no-warnings", fake, "--stubborn"], env: {} };
    const script = `const { startChild } = await import(${JSON.stringify(agent)});
      const tap = { sent() {}, received() {}, garbage: (line) => { console.log(line); process.exit(0); }, ended() {} };
      startChild(${JSON.stringify({ ...setting, args: [...setting.args, "--says-pid"] })}, process.cwd(), tap);`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    const pid = Number(stdout.trim());
    expect(pid).toBeGreaterThan(0);
    await eventually(() => {
      expect(isAlive(pid)).toBe(false);
    });
  });

  it("is stopped before it began to speak: nothing of it is left, and the next message starts another", async () => {
    const world = agentWith([]);
    const starting = world.agent.start();
    world.agent.stop();
    const again = say(world, "again");
    expect(await starting).toMatchObject({ ok: false });
    expect(textOf(await again)).toContain("again");
    expect(textOf(await say(world, "and again"))).toContain("and again");
    expect(world.lines.filter((line) => line.includes('"method":"initialize"'))).toHaveLength(1);
  });

  it("cannot be started, dies at once or never says hello: one clear failure each", async () => {
    expect(last(await say(agentWith([], { command: "no-such-agent-here" }), "hi"))).toMatchObject({
      failure: { message: expect.stringContaining("Fake could not start: ") as string },
    });
    expect(last(await say(agentWith(["--die"]), "hi"))).toMatchObject({
      failure: { message: expect.stringContaining("exited with code 3: The agent has no licence.") as string },
    });
    expect(last(await say(agentWith(["--mute"], { patience: { startMs: 400 } }), "hi"))).toMatchObject({
      failure: { code: "agent-hangs" },
    });
  });

  it("chatters on its output: what is no message is told, and nothing else happens", async () => {
    const world = agentWith(["--garbage"]);
    expect(textOf(await say(world, "noise"))).toBe("Noisy.");
    expect(world.garbage).toContain("Welcome to the agent!");
    expect(world.garbage).toContain("Loading…");
  });

  it("speaks out of order: every call has one result, strangers and latecomers are passed over", async () => {
    const world = agentWith([]);
    const opened = await world.agent.open(undefined);
    const session = opened.ok ? opened.value.id : "";
    const events = await say(world, "disorder", { session });
    expect(await world.agent.setMode(session, "code")).toBeUndefined();
    expect(world.lines.some((line) => line.includes("After the end."))).toBe(true);
    expect(textOf(events)).toBe("In disorder.");
    expect(events.filter((event) => event.type === "tool-result")).toHaveLength(1);
    expect(last(events)).toEqual({ type: "end", finish: "end" });
    const next = textOf(await say(world, "still there", { session }));
    expect(next).toContain("still there");
    expect(next).not.toContain("After the end.");
  });

  it("floods: few events, whole text; without end it is ended", async () => {
    const events = await say(agentWith([]), "flood 3000");
    expect(textOf(events)).toHaveLength(3000 * 1200);
    expect(events.length).toBeLessThan(400);
    expect(last(await say(agentWith([]), "flood 20000"))).toMatchObject({ failure: { code: "agent-flood" } });
  }, 60_000);

  it("fails in words", async () => {
    expect(last(await say(agentWith([]), "fail"))).toMatchObject({
      type: "failed",
      failure: { message: "Fake reported: The model is out of credit" },
    });
    expect(last(await say(agentWith([]), "refuse"))).toEqual({ type: "end", finish: "refusal" });
  });
});

describe("signing in", () => {
  it("is asked for by a failure that offers it, and done once", async () => {
    const world = agentWith(["--auth"]);
    expect(last(await say(world, "hi"))).toMatchObject({ failure: { code: "agent-sign-in", action: "signInAgent" } });
    const waits = agentWith(["--mute-sign-in"], { patience: { sessionMs: 100, signInMs: 700 } });
    expect(await waits.agent.authenticate("letmein")).toMatchObject({
      message: expect.stringContaining("did not respond to the sign-in request within 1 second") as string,
    });
    expect(await world.agent.authenticate("wrong")).toMatchObject({ stage: "send" });
    expect(await world.agent.authenticate("letmein")).toBeUndefined();
    expect(textOf(await say(world, "hi"))).toContain("hi");
  });
});

describe.each([["load"], ["resume"]])("an agent that can %s", (how) => {
  it("takes its session up again after a restart, and the replay is not said again", async () => {
    const memory = temporaryFolder();
    mkdirSync(memory, { recursive: true });
    const world = agentWith([`--${how}`, `--memory=${memory}`]);
    const first = await world.agent.open(undefined);
    if (!first.ok) throw new Error(first.failure.message);
    await say(world, "remember me", { session: first.value.id });
    world.agent.stop();
    const again = await world.agent.open(first.value.id);
    expect(again).toEqual({ ok: true, value: { id: first.value.id, continued: true, isFresh: true } });
    expect(textOf(await say(world, "hello", { session: first.value.id }))).not.toContain("replayed");
    expect(readFileSync(join(memory, first.value.id), "utf8")).toContain("hello");
  });
});

it("an agent that keeps nothing gets a new session", async () => {
  const world = agentWith([]);
  const opened = await world.agent.open("gone");
  expect(opened).toMatchObject({ ok: true, value: { continued: false } });
});
