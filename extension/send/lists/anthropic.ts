// Anthropic's list, in pages. https://platform.claude.com/docs/en/api/cli/models/list.md
import * as z from "zod/mini";
import type { Source } from "./ask.ts";
import { type Listed, outputFact, PICTURES } from "./listed.ts";
import { readPages } from "./pages.ts";
import { Entries, Flag, Id, Name, readEntries, told, Tokens } from "./told.ts";

const Supported = told(z.object({ supported: Flag }));

const Entry = z.object({
  id: Id,
  display_name: Name,
  lifecycle: told(z.string()),
  max_input_tokens: Tokens,
  max_tokens: Tokens,
  capabilities: told(
    z.object({
      image_input: Supported,
      pdf_input: Supported,
      thinking: told(z.object({ types: told(z.object({ adaptive: Supported, enabled: Supported })) })),
    }),
  ),
});

const Page = z.object({ data: Entries, has_more: Flag, last_id: told(z.string()) });

export async function listAnthropic(source: Source): Promise<Listed[]> {
  const entries = await readPages(source, {
    url: (after) => `${source.address}/v1/models?limit=100${after === undefined ? "" : `&after_id=${after}`}`,
    headers: { "x-api-key": source.key ?? "", "anthropic-version": "2023-06-01" },
    read: (answer) => {
      const page = Page.safeParse(answer);
      if (!page.success) return undefined;
      const { data, has_more, last_id } = page.data;
      return { entries: data, next: has_more === true ? last_id : undefined };
    },
  });
  return readEntries(Entry, entries)
    .filter(({ lifecycle }) => lifecycle !== "retired")
    .map(toListed);
}

function toListed({ id, display_name, max_input_tokens, max_tokens, capabilities }: z.infer<typeof Entry>): Listed {
  const thinks = capabilities?.thinking?.types;
  const reasoning =
    thinks?.adaptive?.supported === true ? "adaptive" : thinks?.enabled?.supported === true ? "budget" : undefined;
  const accepts = [
    ...(capabilities?.image_input?.supported === true ? PICTURES : []),
    ...(capabilities?.pdf_input?.supported === true ? ["application/pdf"] : []),
  ];
  return {
    id,
    facts: {
      ...(display_name !== undefined && { name: display_name }),
      ...(max_input_tokens !== undefined && { context_window: max_input_tokens }),
      ...outputFact(max_tokens),
      ...(capabilities?.image_input?.supported !== undefined && { accepts }),
      ...(reasoning !== undefined && { reasoning }),
    },
  };
}
