// A result that is too long for the model: its beginning, and where the rest can be read.
import type { Spill } from "./ports.ts";
import type { Outcome, Tool } from "./tool.ts";
import * as words from "./words.ts";

export const RESULT_BYTES = 200 * 1024;

/** Room for the note that says where the rest is. */
const NOTE_BYTES = 1024;

/** At most `RESULT_BYTES` in UTF-8, no character cut in two. */
export async function truncate(output: string, name: string, spill: Spill): Promise<string> {
  const size = Buffer.byteLength(output);
  if (size <= RESULT_BYTES) return output;
  // The model is told that the rest could not be saved.
  const kept = await spill.keep(output, name).catch(() => undefined);
  const shown = firstBytes(output, RESULT_BYTES - NOTE_BYTES);
  return `${shown}\n\n${words.truncated(Buffer.byteLength(shown), size, kept)}`;
}

export function firstBytes(text: string, most: number): string {
  // A UTF-16 unit takes one to three bytes in UTF-8.
  if (text.length * 3 <= most) return text;
  const bytes = Buffer.from(text.slice(0, most), "utf8");
  if (bytes.length <= most) return text.length <= most ? text : wholePairs(text.slice(0, most));
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}

function wholePairs(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** The same tool with results of bounded length. */
export function bounded(tool: Tool, spill: Spill): Tool {
  return {
    ...tool,
    async prepare(input, about) {
      const prepared = await tool.prepare(input, about);
      if (!prepared.ok) return prepared;
      const { call } = prepared;
      const run: typeof call.run = async (signal, tell): Promise<Outcome> => {
        const outcome = await call.run(signal, tell);
        return { ...outcome, output: await truncate(outcome.output, `${tool.name}-${about.call_id}`, spill) };
      };
      return { ok: true, call: { ...call, run } };
    },
  };
}
