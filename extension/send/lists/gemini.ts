// Gemini's list, in pages. https://ai.google.dev/api/models
import * as z from "zod/mini";
import type { Source } from "./ask.ts";
import { isConversationName } from "./converses.ts";
import { type Listed, outputFact } from "./listed.ts";
import { readPages } from "./pages.ts";
import { Entries, Flag, Id, Name, readEntries, told, Tokens, Words } from "./told.ts";

const Entry = z.object({
  name: Id,
  displayName: Name,
  inputTokenLimit: Tokens,
  outputTokenLimit: Tokens,
  supportedGenerationMethods: Words,
  thinking: Flag,
});

const Page = z.object({ models: Entries, nextPageToken: told(z.string().check(z.minLength(1))) });

export async function listGemini(source: Source): Promise<Listed[]> {
  const entries = await readPages(source, {
    url: (token) => `${source.address}/v1beta/models?pageSize=200${token === undefined ? "" : `&pageToken=${token}`}`,
    headers: { "x-goog-api-key": source.key ?? "" },
    read: (answer) => {
      const page = Page.safeParse(answer);
      return page.success ? { entries: page.data.models, next: page.data.nextPageToken } : undefined;
    },
  });
  return readEntries(Entry, entries).filter(isOffered).map(toListed);
}

/** Models that speak or draw generate content, too: their names tell. */
function isOffered({ name, supportedGenerationMethods: methods = [] }: z.infer<typeof Entry>): boolean {
  return methods.includes("generateContent") && isConversationName(name);
}

function toListed(entry: z.infer<typeof Entry>): Listed {
  const { name, displayName, inputTokenLimit, outputTokenLimit, thinking } = entry;
  return {
    id: name.replace(/^models\//, ""),
    facts: {
      ...(displayName !== undefined && { name: displayName }),
      ...(inputTokenLimit !== undefined && { context_window: inputTokenLimit }),
      ...outputFact(outputTokenLimit),
      ...(thinking === true && { reasoning: "adaptive" as const }),
    },
  };
}
