// Makes a tool from its description, its schema and what it does: arguments are parsed, nothing is thrown, an abort ends it.
import * as z from "zod/mini";
import { issuesWords } from "../text/issue-words.ts";
import { oneLine } from "../text/part-words.ts";
import type { CallAbout, Outcome, Prepared, ReadyCall, Tool } from "./tool.ts";
import * as words from "./words.ts";

interface Definition<Input> {
  name: string;
  description: string;
  input: z.ZodMiniType<Input>;
  harmless: boolean;
  prepare: (input: Input, about: CallAbout) => Promise<Prepared> | Prepared;
}

export function defineTool<Input>({ name, description, input, harmless, prepare }: Definition<Input>): Tool {
  return {
    name,
    description,
    harmless,
    input_schema: toInputSchema(input),
    async prepare(given, about) {
      const parsed = input.safeParse(withoutNulls(given), { reportInput: true });
      if (!parsed.success) return refuse(words.notCalled(name, issuesWords(parsed.error.issues)));
      try {
        const prepared = await prepare(parsed.data, about);
        return prepared.ok ? { ok: true, call: settled(prepared.call) } : prepared;
      } catch (error) {
        return refuse(wordsOf(error));
      }
    },
  };
}

export function refuse(output: string): { ok: false; output: string } {
  return { ok: false, output };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const STOPPED = refuse(words.stopped);

/** A port that hangs does not hold a turn that was stopped; one that throws does not break it. */
function settled(call: ReadyCall): ReadyCall {
  return {
    ...call,
    title: oneLine(call.title),
    async run(signal, tell) {
      if (signal.aborted) return STOPPED;
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const stop = (): void => resolve(STOPPED);
      signal.addEventListener("abort", stop, { once: true });
      try {
        return await Promise.race([promise, call.run(signal, tell)]);
      } catch (error) {
        return refuse(wordsOf(error));
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
}

/** Models write `null` for fields they omit, and some write the whole object as a string. */
function withoutNulls(given: unknown): unknown {
  const input = typeof given === "string" ? parsedOr(given) : given;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema of the tool refuses it with a reason.
    return text;
  }
}

/** Without the fields that providers do not need. */
function toInputSchema(input: z.ZodMiniType): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(input, {
    io: "input",
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return schema;
}
