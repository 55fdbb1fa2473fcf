// Runs the function of another extension's command: the parts it returns, checked and bounded, or why there are none.
import * as z from "zod/mini";
import type { Body } from "../../../compose/catalog.ts";
import type { RunForParts } from "../../../compose/contributed.ts";
import { plainLine } from "../../../mcp/plain-text.ts";
import type { PromptRead, ResultPart } from "../../../message/command.ts";
import { KnownPart } from "../../../message/part.ts";
import { unlessStopped } from "../../../stream/stopped.ts";
import { issuesWords } from "../../../text/issue-words.ts";
import { reasonOf } from "../../../text/reason.ts";
import * as words from "../words.ts";

const MOST_PARTS = 50;

/** Of all parts together, without the bytes of attachments. */
const MOST_CHARACTERS = 200_000;

/** Of all attachments together, in base64. */
const MOST_DATA = 14_000_000;

const RUN_SECONDS = 30;

const Returned = z.array(KnownPart).check(z.maxLength(MOST_PARTS));

/** `late` aborts when the extension has had its time. A preview runs nothing. */
export function runForParts(
  id: string,
  run: RunForParts,
  late: () => AbortSignal = () => AbortSignal.timeout(RUN_SECONDS * 1000),
): Extract<Body, { kind: "prompt" }>["read"] {
  return async ({ args }, sending) => {
    if (sending === undefined) return refusal(words.runsWhenSent(id));
    const tooLate = late();
    const signal = sending.signal === undefined ? tooLate : AbortSignal.any([tooLate, sending.signal]);
    try {
      const work = Promise.resolve(run(structuredClone(args), signal)).then((returned) => ({ returned }));
      const ended = await unlessStopped(work, signal);
      return ended === undefined ? refusal(words.ranTooLong(id, RUN_SECONDS)) : partsOf(id, ended.returned);
    } catch (error) {
      return refusal(words.runFailed(id, plainLine(reasonOf(error), 500)));
    }
  };
}

function partsOf(id: string, returned: unknown): PromptRead {
  const parsed = Returned.safeParse(returned, { reportInput: true });
  if (!parsed.success) return refusal(words.notParts(id, plainLine(issuesWords(parsed.error.issues.slice(0, 3)), 500)));
  const parts = parsed.data.filter(isAllowed);
  if (parts.length < parsed.data.length) return refusal(words.notParts(id, words.noCommands));
  if (parts.length === 0) return refusal(words.noParts(id));
  return isTooMuch(parts) ? refusal(words.tooManyParts(id)) : { ok: true, value: parts };
}

/** A command never expands to another, and only Galley invokes skills. */
function isAllowed(part: KnownPart): part is ResultPart {
  return part.type !== "command" && part.type !== "skill-invocation";
}

function isTooMuch(parts: readonly ResultPart[]): boolean {
  const data = parts.map((part) => (part.type === "file-attachment" ? (part.data?.length ?? 0) : 0));
  const bytes = data.reduce((sum, length) => sum + length, 0);
  return bytes > MOST_DATA || JSON.stringify(parts).length - bytes > MOST_CHARACTERS;
}

function refusal(failure: string): PromptRead {
  return { ok: false, failure };
}
