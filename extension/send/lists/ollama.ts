// Ollama's models: a list of names, and a question about each. https://docs.ollama.com/api/tags
// One model whose details do not come is no reason to show none: https://github.com/microsoft/vscode-copilot-chat/pull/4540
import * as z from "zod/mini";
import { NoList, type Source } from "./ask.ts";
import { isConversationName } from "./converses.ts";
import type { Listed } from "./listed.ts";
import { Entries, Id, readEntries, told, Tokens, Words } from "./told.ts";

const MOST_ASKED = 200;

/** Larger windows cost memory that most machines do not have; the settings may say otherwise. */
const LARGEST_WINDOW = 32_768;

const Answer = z.object({ models: Entries });
const Entry = z.object({ name: Id });
const Details = z.object({ capabilities: Words, model_info: told(z.record(z.string(), z.unknown())) });

export async function listOllama({ ask, tryToAsk, address }: Source): Promise<Listed[]> {
  const answer = Answer.safeParse(await ask(`${address}/api/tags`));
  if (!answer.success) throw new NoList("no models");
  const listed = await Promise.all(
    readEntries(Entry, answer.data.models)
      .slice(0, MOST_ASKED)
      .map(async ({ name }) => {
        const init = { method: "POST", body: JSON.stringify({ model: name }) };
        return toListed(name, Details.safeParse(await tryToAsk(`${address}/api/show`, init)).data ?? {});
      }),
  );
  return listed.filter((one) => one !== undefined);
}

/** `undefined` for a model that does not converse. */
function toListed(id: string, { capabilities, model_info = {} }: z.infer<typeof Details>): Listed | undefined {
  if (!(capabilities?.includes("completion") ?? isConversationName(id))) return undefined;
  const length = Object.entries(model_info).find(([name]) => name.endsWith(".context_length"))?.[1];
  const window = Tokens.parse(length);
  return {
    id,
    facts: {
      ...(window !== undefined && { context_window: Math.min(window, LARGEST_WINDOW) }),
      ...(capabilities && {
        accepts: capabilities.includes("vision") ? ["image/png", "image/jpeg", "image/webp"] : [],
        tools: capabilities.includes("tools"),
      }),
      ...(capabilities?.includes("thinking") === true && { reasoning: "adaptive" as const }),
    },
  };
}
