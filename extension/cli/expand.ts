// galley expand: a command file and its arguments become the text a message would carry.
import { readFileSync } from "node:fs";
import { givenWords } from "../compose/arguments.ts";
import { missingFailure } from "../compose/command.ts";
import { parseCommandFile } from "../compose/command-file.ts";
import { expand } from "../compose/expand.ts";
import { reasonOf } from "../text/reason.ts";
import { type Outcome, UsageError } from "./outcome.ts";
import * as words from "./words.ts";

/** The shell has split the arguments: each is one word, whatever is in it. */
export function expandFile(file: string | undefined, args: readonly string[]): Outcome {
  if (file === undefined) throw new UsageError(words.commandNeedsFile);
  const parsed = parseCommandFile(readText(file));
  if (!parsed.ok) {
    const message = words.fileFault(file, parsed.failure.line, parsed.failure.reason);
    const failure = { stage: "compose", code: "invalid-command", message, retryable: false } as const;
    return { ok: false, failure: { ...failure, line: parsed.failure.line } };
  }
  const { body, arguments: wanted } = parsed.value;
  const template = body.kind === "template" ? body.text : "";
  const { text, missing } = expand(template, wanted, givenWords(args));
  if (missing.length > 0) return { ok: false, failure: { ...missingFailure(file, missing), missing } };
  return { ok: true, value: { text } };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(words.unreadable(file, reasonOf(error)));
  }
}
