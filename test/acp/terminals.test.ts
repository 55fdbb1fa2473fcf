// What an agent's command put out, as much of it as the agent wants to have.
import { expect, it } from "vitest";
import type { AgentServices, CommandWanted, RunningCommand } from "../../extension/acp/services/services.ts";
import { Terminals } from "../../extension/acp/services/terminals.ts";

interface World {
  terminals: Terminals;
  id: string;
  lines: string[];
  programs: CommandWanted["program"][];
  killed: number;
}

async function running(
  output: string,
  request: { command?: string; args?: string[]; outputByteLimit?: number } = {},
): Promise<World> {
  const world: World = { terminals: new Terminals(), id: "", lines: [], programs: [], killed: 0 };
  const command: RunningCommand = {
    output: () => output,
    exited: new Promise(() => undefined),
    kill: () => {
      world.killed += 1;
    },
  };
  const run: AgentServices["run"] = ({ line, program }) => {
    world.lines.push(line);
    world.programs.push(program);
    return Promise.resolve({ ok: true, value: command });
  };
  const made = await world.terminals.create({ sessionId: "s", command: "make", ...request }, { run });
  if (made.ok) world.id = made.value;
  return world;
}

it("the end of it is told, from the border of a character", async () => {
  const { terminals, id } = await running("one 日本", { outputByteLimit: 4 });
  expect(terminals.output(id)).toEqual({ output: "本", truncated: true });
});

it("all of it where it is no more than the agent takes, at most one megabyte where that is not said", async () => {
  const short = await running("done\n", { outputByteLimit: 5 });
  expect(short.terminals.output(short.id)).toEqual({ output: "done\n", truncated: false });
  const long = await running("x".repeat(1024 * 1024 + 1));
  expect(long.terminals.output(long.id)).toEqual({ output: "x".repeat(1024 * 1024), truncated: true });
});

it("a program with arguments runs without a shell; the line is for the eye and the rules", async () => {
  const args = ["plain", "two words", "it's $HOME"];
  const { lines, programs } = await running("", { command: "echo", args });
  expect(lines).toEqual([`echo plain 'two words' 'it'\\''s $HOME'`]);
  expect(programs).toEqual([{ command: "echo", args }]);
});

it("a command without arguments is a line for the shell, as agents send them", async () => {
  const { lines, programs } = await running("", { command: "npm test && echo $HOME" });
  expect(lines).toEqual(["npm test && echo $HOME"]);
  expect(programs).toEqual([undefined]);
});

it("what was let go of is ended, and its words are still there for the call they belong to", async () => {
  const world = await running("y".repeat(200_001));
  expect(world.terminals.release(world.id)).toBe(true);
  expect(world.killed).toBe(1);
  expect(world.terminals.output(world.id)).toBeUndefined();
  expect(world.terminals.text(world.id)).toBe("y".repeat(200_000));
  expect(world.terminals.release(world.id)).toBe(false);
});

it("no two have one id, in whatever turn", async () => {
  const [one, other] = [await running(""), await running("")];
  expect(other.id).not.toBe(one.id);
  expect(other.terminals.output(one.id)).toBeUndefined();
});

it("an agent has so many terminals at once, and no more output than one megabyte of each", async () => {
  const terminals = new Terminals();
  const command: RunningCommand = {
    output: () => "x".repeat(3 * 1024 * 1024),
    exited: new Promise(() => undefined),
    kill: () => undefined,
  };
  const run: AgentServices["run"] = () => Promise.resolve({ ok: true, value: command });
  const make = (): ReturnType<Terminals["create"]> =>
    terminals.create({ sessionId: "s", command: "x", outputByteLimit: 1e12 }, { run });
  const made = await Promise.all(Array.from({ length: 100 }, make));
  const ids = made.flatMap((one) => (one.ok ? [one.value] : []));
  expect(ids).toHaveLength(32);
  expect(terminals.output(ids[0] ?? "")?.output).toHaveLength(1024 * 1024);
  terminals.release(ids[0] ?? "");
  expect(await make()).toMatchObject({ ok: true });
});

it("one that is allowed after the turn is over is ended at once", async () => {
  const terminals = new Terminals();
  let killed = 0;
  const allowed = Promise.withResolvers<Awaited<ReturnType<AgentServices["run"]>>>();
  const made = terminals.create({ sessionId: "s", command: "x" }, { run: () => allowed.promise });
  terminals.close();
  const command = { output: () => "", exited: new Promise<never>(() => undefined), kill: () => (killed += 1) };
  allowed.resolve({ ok: true, value: command });
  expect(await made).toMatchObject({ ok: false });
  expect(killed).toBe(1);
});

it("a command with a blank or a sign of assignment in its name is one word", async () => {
  const { lines } = await running("", { command: "my tool", args: ["x"] });
  expect(lines).toEqual(["'my tool' x"]);
  const assigned = await running("", { command: "A=b", args: ["x"] });
  expect(assigned.lines).toEqual(["'A=b' x"]);
});
