// The built-in model without a network: it tells what it received, part by part, and says that it is not a model.
import type { LoopbackBlock, LoopbackRequest } from "../lower/loopback.ts";
import { isByteRange } from "../message/range.ts";
import type { StreamEvent } from "./event.ts";
import { waitFor } from "./line/wait-for.ts";
import * as words from "./words.ts";

/** An answer comes in this many pieces at most, with a pause before each, so that streaming can be seen. `wait 30` leaves time for Stop. */
const MOST_PIECES = 10;
const PIECE_MS = 20;

export async function* sendLoopback(
  request: LoopbackRequest,
  signal: AbortSignal,
  wait: typeof waitFor = waitFor,
): AsyncGenerator<StreamEvent> {
  const { seconds, calls } = nextStep(request);
  if (seconds > 0) {
    yield { type: "text", text: words.waiting(seconds) };
    await wait(seconds * 1000, signal);
  }
  if (calls.length > 0) {
    yield* callTools(calls, request, signal);
    return;
  }
  const answer = isCompaction(request) ? summarise(request) : tell(request);
  let output = 0;
  for (const piece of piecesOf(answer)) {
    await wait(PIECE_MS, signal);
    if (signal.aborted) {
      yield { type: "end", finish: "stopped" };
      return;
    }
    output += piece.length;
    yield { type: "text", text: piece.join("") };
  }
  yield { type: "usage", usage: { input: tokensOf(request), output } };
  yield { type: "end", finish: "end" };
}

/** The words of an answer, in pieces of equal count. */
function piecesOf(answer: string): string[][] {
  const said = answer.match(/\S+\s*|\s+/g) ?? [];
  const size = Math.ceil(said.length / MOST_PIECES);
  return Array.from({ length: Math.ceil(said.length / size) }, (_, at) => said.slice(at * size, (at + 1) * size));
}

interface Step {
  /** A line `wait 30`: time to try the queue and Stop. */
  seconds: number;
  /** Lines `call TOOL {json}`: tools and approvals to be tried. */
  calls: { name: string; input: unknown }[];
}

/** What the last words typed ask for now: a line `then` parts what is done in one answer from what is done in the next. */
function nextStep({ messages }: LoopbackRequest): Step {
  const at = messages.findLastIndex(({ role, content }) => role === "user" && content.some(isTyped));
  const said =
    messages[at]?.content
      .filter(isTyped)
      .map(({ text }) => text)
      .join("\n") ?? "";
  const done = messages.slice(at + 1).filter(({ role }) => role === "assistant").length;
  const step = said.split(/^then$/m)[done] ?? "";
  return {
    seconds: Number(/^wait (\d{1,3})$/m.exec(step)?.[1] ?? 0),
    calls: Array.from(step.matchAll(/^call ([\w-]+) ?(.*)$/gm), ([, name = "", json = ""]) => ({
      name,
      input: read(json),
    })),
  };
}

/** What the user wrote behind the name of a skill counts. */
function isTyped({ part }: LoopbackBlock): boolean {
  return part.kind === "text" || part.kind === "skill-invocation";
}

/** Sends invalid JSON unchanged, like a model that makes mistakes. */
function read(json: string): unknown {
  try {
    return json.trim() === "" ? {} : JSON.parse(json);
  } catch {
    // The tool refuses it, as the user of the test model wants to see.
    return json;
  }
}

async function* callTools(
  calls: Step["calls"],
  request: LoopbackRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  for (const [index, call] of calls.entries()) {
    if (signal.aborted) {
      yield { type: "end", finish: "stopped" };
      return;
    }
    yield await Promise.resolve({
      type: "tool-call" as const,
      id: `loop_${request.messages.length}_${index}`,
      ...call,
    });
  }
  yield { type: "usage", usage: { input: tokensOf(request), output: calls.length } };
  yield { type: "end", finish: "tool" };
}

/** The layer that asks for a summary. */
function isCompaction({ system }: LoopbackRequest): boolean {
  return system.some(({ id }) => id === "compaction");
}

/** Written by rule: who said what, in the first words of each. */
function summarise({ messages }: LoopbackRequest): string {
  const said = messages.slice(0, -1).map(({ role, content }) => {
    const start = firstLine(content.findLast(({ part }) => part.kind !== "pinned")?.text ?? "");
    return `- ${role === "user" ? words.you : words.theAnswer}: ${start}`;
  });
  return [words.summarized(said.length), "", ...said.slice(-40)].join("\n");
}

function tell(request: LoopbackRequest): string {
  const turn = request.messages.at(-1)?.content ?? [];
  return [
    words.received(turn.length),
    "",
    ...turn.map((block, index) => `${index + 1}. ${describe(block)}`),
    "",
    words.before(turn.length, request.system.length, request.messages.length - 1),
    "",
    words.notAModel,
  ].join("\n");
}

function describe(block: LoopbackBlock): string {
  const { text, part } = block;
  const tokens = words.tokens(part.tokens);
  const asOf = part.kind === "pinned" ? words.asOfThisTurn : "";
  if (part.path !== undefined) return `\`${part.kind}\` ${code(part.path)} ${extentOf(block)}${asOf} · ${tokens}`;
  if (part.kind === "tool-result") return `\`tool-result\` ${code(part.name)} ${code(firstLine(text))} · ${tokens}`;
  const shown = part.name === "" ? firstLine(text) : part.name;
  return `\`${part.kind}\` ${code(shown)}${asOf} · ${tokens}`;
}

/** What goes of a file, by the label it goes with. */
function extentOf({ text, part: { range } }: LoopbackBlock): string {
  if (text.startsWith("[attachment unavailable: ")) return words.unreadable;
  if (text.startsWith("Folder: ")) return words.folder;
  if (/^File: .*content not included\)/.test(text)) return words.nameAndSize;
  if (range === undefined) return words.wholeFile;
  return isByteRange(range) ? words.bytes(range.start, range.end) : words.lines(range.start, range.end);
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
