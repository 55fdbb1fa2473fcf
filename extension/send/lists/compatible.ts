// The list of a server that speaks as OpenAI does. Which server it is, its answer shows, not its host.
import * as z from "zod/mini";
import { NoList, type Source } from "./ask.ts";
import { addToldBeside } from "./beside.ts";
import { CompatibleEntry } from "./compatible-entry.ts";
import { factsOf, isOffered } from "./compatible-facts.ts";
import type { Listed } from "./listed.ts";
import { Entries, readEntries } from "./told.ts";

/** Together's list is bare. https://docs.together.ai/reference/models */
const Answer = z.union([z.array(z.unknown()), z.object({ data: Entries })]);

export async function listCompatible(source: Source): Promise<Listed[]> {
  const headers: HeadersInit = source.key === undefined ? {} : { authorization: `Bearer ${source.key}` };
  const answer = Answer.safeParse(await source.ask(`${source.address}/models`, { headers }));
  if (!answer.success) throw new NoList("no data");
  const listed = readEntries(CompatibleEntry, Array.isArray(answer.data) ? answer.data : answer.data.data);
  const entries = await addToldBeside(listed, source, headers);
  const ids = new Set(entries.map(({ id }) => id));
  return entries.filter(isOffered).map((entry) => ({ id: entry.id, facts: withoutIds(factsOf(entry), ids) }));
}

/** Mistral names an alias after its model: as a name, the id of another model would mislead. */
function withoutIds({ name, ...facts }: Listed["facts"], ids: ReadonlySet<string>): Listed["facts"] {
  return name === undefined || ids.has(name) ? facts : { name, ...facts };
}
