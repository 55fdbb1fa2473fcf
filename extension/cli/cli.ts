// The command line: the same core without VS Code. JSON in, JSON out.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { reasonOf } from "../text/reason.ts";
import { parseExportText } from "../persist/transfer/jsonl.ts";
import { complete, finishCompletion } from "./complete.ts";
import { composeSkill } from "./compose-skill.ts";
import { expandFile } from "./expand.ts";
import { lower } from "./lower.ts";
import { serveAgent, serveMcp } from "./mcp.ts";
import { finishAnswer, refactor } from "./refactor.ts";
import { replay } from "./replay.ts";
import { WIRES } from "./request.ts";
import { type Outcome, UsageError } from "./outcome.ts";
import { validate } from "./validate.ts";
import * as words from "./words.ts";

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
      finish: { type: "boolean" },
      help: { type: "boolean" },
      access: { type: "string" },
    },
  });
  if (values.help === true) {
    process.stdout.write(`${words.usage(WIRES)}\n`);
    return 0;
  }
  const [command, ...rest] = positionals;
  if (command === "expand") return report(expandFile(values.command, rest));
  if (rest.length > 0) throw new UsageError(words.unexpected(rest));
  if (command === "mcp") {
    if (values.access !== undefined) await serveAgent(resolve(values.access));
    else await serveMcp(resolve(values.workspace ?? "."));
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
  finish?: boolean;
}

async function run(
  command: string | undefined,
  { to, export: file, turn, skills, finish }: Options,
  input: () => unknown,
  folder: string,
): Promise<Outcome> {
  switch (command) {
    case "validate":
      return validate(input());
    case "complete":
      return finish === true ? finishCompletion(input()) : complete(input(), folder);
    case "compose-skill":
      return composeSkill(input());
    case "lower":
      return lower(to, input, folder);
    case "refactor":
      return finish === true ? finishAnswer(input()) : refactor(input(), folder);
    case "replay":
      return replay({ export: file, turn, to, skills });
    default:
      throw new UsageError(command === undefined ? words.noCommand : words.unknownCommand(command));
  }
}

/** Reads only when asked, so that a wrong call does not wait for input. */
function readInput(file: string | undefined): () => unknown {
  return () => {
    try {
      return parseExportText(readFileSync(file ?? 0, "utf8"));
    } catch (error) {
      throw new UsageError(words.unreadable(file ?? words.standardInput, reasonOf(error)));
    }
  };
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${words.failed(reasonOf(error))}\n${words.usage(WIRES)}\n`);
    process.exitCode = 2;
  },
);
