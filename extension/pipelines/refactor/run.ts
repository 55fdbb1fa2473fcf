// Runs one change of code: asks the model, and returns what its answer becomes as a proposal.
import type { Failure } from "../../message/failure.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { Usage } from "../../message/message.ts";
import type { Result } from "../../message/result.ts";
import { reasonOf } from "../../text/reason.ts";
import { askFully, type AskPorts } from "./ask.ts";
import type { Finished, Refusal } from "./finish/finish.ts";
import { FinishAhead } from "./finish/finish-ahead.ts";
import {
  failureOf,
  makeRefactor,
  type RefactorRequest,
  type RefactorTarget,
  type RequestOfRefactorPorts,
} from "./make-refactor.ts";
import * as words from "./words.ts";

export interface RefactorPorts extends RequestOfRefactorPorts, AskPorts {
  /** The request goes now; called again with what the provider counted, once it has answered. */
  sent: (request: RefactorRequest) => void;
}

export interface Proposal extends Finished {
  answer: string;
  /** The account of the request, with what the provider counted. */
  manifest: Manifest;
  /** The request as it went. */
  request: unknown;
}

/** Never rejects. Writes nothing: the document is the caller's. Stopped, there is no proposal. */
export async function runRefactor(
  ports: RefactorPorts,
  selected: RefactorTarget,
  instruction: string,
  signal: AbortSignal,
): Promise<Result<Proposal, Refusal>> {
  const isStopped = (): boolean => signal.aborted;
  try {
    const request = await makeRefactor(ports, selected, instruction);
    if (!request.ok) return refused(request.failure);
    if (isStopped()) return stopped("");
    ports.sent(request.value);
    const { text, target, language } = selected;
    const ahead = new FinishAhead({ text, target, language });
    const progress = (output: string): void => {
      ports.progress(output);
      ahead.said(output);
    };
    const said = await askFully({ ...ports, progress }, request.value, signal);
    const { assembled, lowered } = request.value;
    const manifest = { ...assembled.manifest, actual: actualOf(said.usage) };
    ports.sent({ ...request.value, assembled: { ...assembled, manifest } });
    if (isStopped()) return stopped(said.text);
    if (said.failure !== undefined) return refused(said.failure, said.text);
    const finished = await ahead.finish(said.text, said.finish === "length");
    if (isStopped()) return stopped(said.text);
    if (!finished.ok) return finished;
    return { ok: true, value: { ...finished.value, answer: said.text, manifest, request: lowered } };
  } catch (error) {
    return refused(failureOf("not-asked", words.notAsked(reasonOf(error))));
  }
}

function actualOf(usage: Usage | undefined): Manifest["actual"] {
  if (usage === undefined) return null;
  const { input, output, cache_read = 0, cache_write = 0 } = usage;
  return { input, output, cache_read, cache_write };
}

function refused(failure: Failure, answer = ""): Result<never, Refusal> {
  return { ok: false, failure: { ...failure, answer } };
}

function stopped(answer: string): Result<never, Refusal> {
  return refused(failureOf("stopped", words.stopped), answer);
}
