// The built-in model without a network: it tells what it received, part by part, and says that it is not a model.
import type { LoopbackBlock, LoopbackRequest } from "../lower/loopback.ts";
import { isByteRange } from "../message/range.ts";
import type { StreamEvent } from "./event.ts";
import { waitFor } from "./wait-for.ts";

/** Between two pieces, so that streaming and Stop can be seen. */
const PIECE_MS = 20;

export async function* sendLoopback(
  request: LoopbackRequest,
  signal: AbortSignal,
  wait: typeof waitFor = waitFor,
): AsyncGenerator<StreamEvent> {
  const seconds = secondsAsked(request);
  if (seconds > 0) {
    yield { type: "text", text: `Waiting ${seconds} seconds, as asked.\n\n` };
    await wait(seconds * 1000, signal);
  }
  const answer = isCompaction(request) ? summarise(request) : tell(request);
  let output = 0;
  for (const piece of answer.match(/\S+\s*|\s+/g) ?? []) {
    await wait(PIECE_MS, signal);
    if (signal.aborted) {
      yield { type: "end", finish: "stopped" };
      return;
    }
    output += 1;
    yield { type: "text", text: piece };
  }
  yield { type: "usage", usage: { input: tokensOf(request), output } };
  yield { type: "end", finish: "end" };
}

/** A line `wait 30` in the message: time to try the queue and Stop. */
function secondsAsked(request: LoopbackRequest): number {
  const said = request.messages.at(-1)?.content.findLast(({ part }) => part.kind === "text")?.text ?? "";
  return Number(/^wait (\d{1,3})$/m.exec(said)?.[1] ?? 0);
}

/** The layer that asks for a summary. */
function isCompaction({ system }: LoopbackRequest): boolean {
  return system.some(({ id }) => id === "compaction");
}

/** Written by rule: who said what, in the first words of each. */
function summarise({ messages }: LoopbackRequest): string {
  const said = messages.slice(0, -1).map(({ role, content }) => {
    const words = firstLine(content.findLast(({ part }) => part.kind !== "pinned")?.text ?? "");
    return `- ${role === "user" ? "You" : "The answer"}: ${words}`;
  });
  return [`**Loopback** summarised ${said.length} messages by their first words:`, "", ...said.slice(-40)].join("\n");
}

function tell(request: LoopbackRequest): string {
  const turn = request.messages.at(-1)?.content ?? [];
  const earlier = request.messages.length - 1;
  const count = `${turn.length} ${turn.length === 1 ? "part" : "parts"}`;
  return [
    `**Loopback** received ${count}, in this order:`,
    "",
    ...turn.map((block, index) => `${index + 1}. ${describe(block)}`),
    "",
    `Before ${turn.length === 1 ? "it" : "them"}: ${request.system.length} system layers and ${earlier} earlier messages.`,
    "",
    "Loopback is not a language model: it needs no network and repeats what it was sent. Choose a real model below the input.",
  ].join("\n");
}

function describe({ text, part }: LoopbackBlock): string {
  const tokens = `~${part.tokens} tokens`;
  const asOf = part.kind === "pinned" ? ", as of this turn" : "";
  if (part.path !== undefined) return `\`${part.kind}\` ${code(part.path)}${where(part.range)}${asOf} · ${tokens}`;
  const shown = part.name === "" ? firstLine(text) : part.name;
  return `\`${part.kind}\` ${code(shown)}${asOf} · ${tokens}`;
}

function where(range: LoopbackBlock["part"]["range"]): string {
  if (range === undefined) return " whole file";
  return isByteRange(range) ? ` bytes ${range.start}-${range.end}` : ` lines ${range.start}-${range.end}`;
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** An inline code span that its content cannot end. */
function code(text: string): string {
  const fence = "`".repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), (run) => run[0].length)) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

function tokensOf(request: LoopbackRequest): number {
  const blocks = request.messages.flatMap((message) => message.content);
  return blocks.reduce((total, block) => total + block.part.tokens, 0);
}
