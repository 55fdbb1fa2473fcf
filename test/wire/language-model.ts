// A model of another extension that gives recorded parts: one line of JSON for each, or for the error that it throws.
import * as z from "zod/mini";
import type { VscodeLmRequest } from "../../extension/lower/vscode-lm.ts";
import type { LanguageModelPiece, LanguageModelPort } from "../../extension/send/vscode-lm.ts";
import type { Recorded } from "./behaviour.ts";

/** As VS Code's API names the fields. An extension may give any input. */
const Line = z.union([
  z.object({ value: z.string() }),
  z.object({ callId: z.string(), name: z.string(), input: z.unknown() }),
  z.object({ throws: z.object({ code: z.optional(z.string()), message: z.string() }) }),
]);
type Line = z.infer<typeof Line>;

/** Each request gets the next answer; the last one answers all further ones. `asked` gets the requests. */
export function languageModel(
  answers: readonly Recorded[],
  asked: (request: VscodeLmRequest) => void,
): LanguageModelPort {
  let count = 0;
  return {
    send: (request) => {
      asked(request);
      const lines = linesOf(answers[Math.min(count, answers.length - 1)]);
      count += 1;
      const [first] = lines;
      // The API rejects a request that it does not accept, and the stream throws later.
      if (first !== undefined && "throws" in first) return Promise.reject(thrown(first.throws));
      return Promise.resolve(pieces(lines));
    },
  };
}

function linesOf(answer: Recorded | undefined): Line[] {
  const bytes = (answer?.pieces ?? []).flatMap((piece) => (piece instanceof Uint8Array ? [...piece] : []));
  const lines = new TextDecoder().decode(Uint8Array.from(bytes)).split("\n");
  return lines.filter((line) => line !== "").map((line) => Line.parse(JSON.parse(line)));
}

async function* pieces(lines: readonly Line[]): AsyncGenerator<LanguageModelPiece> {
  for (const line of lines) {
    await Promise.resolve();
    if ("throws" in line) throw thrown(line.throws);
    yield "value" in line ? line.value : { id: line.callId, name: line.name, input: line.input };
  }
}

function thrown({ code, message }: { code?: string | undefined; message: string }): Error {
  return Object.assign(new Error(message), code !== undefined && { code });
}
