// Makes an agent setting, with a unique id, from a command line the user typed.
import { type AgentSetting, WELL_KNOWN } from "./agent-setting.ts";

/** Programs that start other programs: the id comes from the program that they start. */
const RUNNER = /^(?:npx|npm|pnpx|pnpm|yarn|node|tsx|bunx?|deno|uvx?|pipx|python[\d.]*|py)$/i;

/** Subcommands of runners, as in `pnpm dlx` and `uv tool run`. */
const SUBCOMMANDS: readonly string[] = ["run", "exec", "dlx", "x", "tool"];

/** Returns the agent that already has this command line, else a new one whose id no other agent has. */
export function newAgent(line: string, others: readonly AgentSetting[]): AgentSetting | undefined {
  const [command, ...args] = wordsOf(line);
  if (command === undefined) return undefined;
  const same = others.find((one) => JSON.stringify([one.command, ...one.args]) === JSON.stringify([command, ...args]));
  if (same !== undefined) return same;
  const known = WELL_KNOWN.find((one) => one.command === command);
  const wanted = known?.id ?? idOf(command, args);
  const id = freeId(wanted, others);
  return { id, command, args, env: {}, ...(known?.name && id === wanted && { name: known.name }) };
}

function idOf(command: string, args: readonly string[]): string {
  const program = lastName(command).replace(/\.(?:exe|cmd|bat)$/i, "");
  const started = RUNNER.test(program)
    ? args.find((word) => !word.startsWith("-") && !SUBCOMMANDS.includes(word))
    : undefined;
  return asId(nameOf(started ?? "")) || asId(program) || "agent";
}

/** `@scope/agent@1.2`, `agent==1.2` and `dist/agent.js` are all `agent`. */
function nameOf(started: string): string {
  return lastName(started)
    .replace(/(?<=.)(?:@|[=<>~!]=).*$/, "")
    .replace(/\.(?:[cm]?[jt]s|py)$/, "");
}

function lastName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

function asId(name: string): string {
  return name.replace(/[^\w.-]/g, "-");
}

function freeId(wanted: string, others: readonly AgentSetting[]): string {
  const isTaken = (id: string): boolean => others.some((one) => one.id === id);
  let id = wanted;
  for (let count = 2; isTaken(id); count += 1) id = `${wanted}-${count}`;
  return id;
}

/** Splits the line at spaces outside of quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}
