// What an agent does with a prompt: the next step of a file that the test writes, or what a model on loopback says to it.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { PromptResponse } from "@agentclientprotocol/sdk";

export interface AgentStep {
  says: string;
  ends?: PromptResponse["stopReason"];
  /** Goes on when the test has made the file `SCRIPT.go`, or stops with the turn. */
  held?: boolean;
}

/** Takes the first step from the file. An agent that was started anew goes on with the next one. */
export async function nextStep(
  script: string,
  tell: (words: string) => Promise<void>,
  stopped: Promise<undefined>,
): Promise<PromptResponse["stopReason"]> {
  const [step, ...later] = JSON.parse(readFileSync(script, "utf8")) as AgentStep[];
  writeFileSync(script, JSON.stringify(later));
  if (step === undefined) return "refusal";
  if (step.held === true && (await isStopped(`${script}.go`, tell, stopped))) return "cancelled";
  await tell(step.says);
  return step.ends ?? "end_turn";
}

async function isStopped(
  go: string,
  tell: (words: string) => Promise<void>,
  stopped: Promise<undefined>,
): Promise<boolean> {
  const over = new AbortController();
  void stopped.then(() => {
    over.abort();
  });
  await tell("\n");
  while (!existsSync(go) && !over.signal.aborted) await setTimeout(10);
  rmSync(go, { force: true });
  return over.signal.aborted;
}

/** As agents do that have no tools: one request with the words of the prompt. */
export async function askModel(
  url: string,
  content: string,
  tell: (words: string) => Promise<void>,
  stopped: Promise<undefined>,
): Promise<PromptResponse["stopReason"]> {
  const over = new AbortController();
  void stopped.then(() => {
    over.abort();
  });
  const body = JSON.stringify({ messages: [{ role: "user", content }] });
  const text = await fetch(`${url}/chat/completions`, { method: "POST", body, signal: over.signal }).then(
    (response) => response.text(),
    () => undefined,
  );
  if (text === undefined) return "cancelled";
  const chunks = Array.from(text.matchAll(/^data: (\{.*)$/gm), ([, json = ""]) => JSON.parse(json) as Chunk);
  const [words, end] = chunks.flatMap(({ choices }) => choices);
  await tell(words?.delta.content ?? "");
  return end?.finish_reason === "length" ? "max_tokens" : "end_turn";
}

interface Chunk {
  choices: { delta: { content?: string }; finish_reason: string | null }[];
}
