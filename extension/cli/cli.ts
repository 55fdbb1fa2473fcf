// The command line: the same core without VS Code. JSON in, JSON out.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { reasonOf } from "../text/reason.ts";
import { parseExportText } from "../persist/transfer/jsonl.ts";
import { composeSkill } from "./compose-skill.ts";
import { expandFile } from "./expand.ts";
import { lower } from "./lower.ts";
import { serveMcp } from "./mcp.ts";
import { replay } from "./replay.ts";
import { WIRES } from "./request.ts";
import { type Outcome, UsageError } from "./outcome.ts";
import { validate } from "./validate.ts";

const USAGE = `usage: galley validate [--in FILE]
       galley lower --to ${WIRES} [--in FILE]
       galley replay --export FILE --turn N [--to ${WIRES}] [--skills FOLDER]
       galley compose-skill [--in FILE]
       galley expand --command FILE.md -- args…
       galley mcp [--workspace DIR]
An export is JSON or JSONL; turn 1 is the first user message. With the folder of its skills a turn's
skills are composed again, and what has changed in them is named. JSON is read from standard input when no file is given.`;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      in: { type: "string" },
      to: { type: "string" },
      export: { type: "string" },
      turn: { type: "string" },
      command: { type: "string" },
      skills: { type: "string" },
      workspace: { type: "string" },
    },
  });
  const [command, ...rest] = positionals;
  if (command === "expand") return report(expandFile(values.command, rest));
  if (rest.length > 0) throw new UsageError(`unexpected ${rest.join(" ")}`);
  if (command === "mcp") {
    await serveMcp(resolve(values.workspace ?? "."));
    return 0;
  }
  const folder = values.in === undefined ? process.cwd() : dirname(resolve(values.in));
  return report(await run(command, values, readInput(values.in), folder));
}

function report(outcome: Outcome): number {
  if (outcome.ok) process.stdout.write(`${JSON.stringify(outcome.value, null, 2)}\n`);
  else process.stderr.write(`${JSON.stringify({ failure: outcome.failure }, null, 2)}\n`);
  return outcome.ok ? (outcome.exit ?? 0) : 1;
}

interface Options {
  to?: string;
  export?: string;
  turn?: string;
  skills?: string;
}

async function run(
  command: string | undefined,
  { to, export: file, turn, skills }: Options,
  input: () => unknown,
  folder: string,
): Promise<Outcome> {
  switch (command) {
    case "validate":
      return validate(input());
    case "compose-skill":
      return composeSkill(input());
    case "lower":
      return lower(to, input, folder);
    case "replay":
      return replay({ export: file, turn, to, skills });
    default:
      throw new UsageError(command === undefined ? "no command given" : `unknown command ${command}`);
  }
}

/** Reads only when asked, so that a wrong call does not wait for input. */
function readInput(file: string | undefined): () => unknown {
  return () => {
    try {
      return parseExportText(readFileSync(file ?? 0, "utf8"));
    } catch (error) {
      throw new UsageError(`${file ?? "standard input"}: ${reasonOf(error)}`);
    }
  };
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`galley: ${reasonOf(error)}\n${USAGE}\n`);
    process.exitCode = 2;
  },
);
