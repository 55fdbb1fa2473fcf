// What LM Studio and llama.cpp tell beside their lists: one request at most, which may fail without harm.
import * as z from "zod/mini";
import type { Source } from "./ask.ts";
import { CompatibleEntry, isLlamaCpp } from "./compatible-entry.ts";
import { Entries, Flag, readEntries, told, Tokens } from "./told.ts";

/** The entries with what the server tells elsewhere. The list itself shows which server it is. */
export async function addToldBeside(
  entries: CompatibleEntry[],
  source: Source,
  headers: HeadersInit,
): Promise<CompatibleEntry[]> {
  const ask = (path: string): Promise<unknown> =>
    source.tryToAsk(`${source.address.replace(/\/v1$/, "")}${path}`, { headers });
  if (entries.some(isLmStudio)) return addFromLmStudio(entries, await ask("/api/v0/models"));
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0 || !isLlamaCpp(only) || isToldWhole(only)) return entries;
  return [addFromLlamaCpp(only, await ask("/props"))];
}

/** Its list for OpenAI's clients has names only. https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2139 */
function isLmStudio({ owned_by = "" }: CompatibleEntry): boolean {
  return /^organization[-_]owner$/.test(owned_by);
}

const LmStudio = z.object({ data: Entries });

/** https://github.com/lmstudio-ai/docs/blob/main/1_developer/_2_rest/endpoints.md */
function addFromLmStudio(entries: CompatibleEntry[], answer: unknown): CompatibleEntry[] {
  const own = LmStudio.safeParse(answer);
  if (!own.success) return entries;
  const byId = new Map(readEntries(CompatibleEntry, own.data.data).map((entry) => [entry.id, entry]));
  return entries.map((entry) => byId.get(entry.id) ?? entry);
}

function isToldWhole({ meta, architecture }: CompatibleEntry): boolean {
  return meta?.n_ctx !== undefined && architecture?.input_modalities !== undefined;
}

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md#get-props-get-server-global-properties */
const Props = z.object({
  default_generation_settings: z.object({ n_ctx: Tokens }),
  modalities: told(z.object({ vision: Flag, audio: Flag })),
});

/** A router of several models answers with a window of 0, which tells nothing. https://github.com/1ay1/agentty/issues/49 */
function addFromLlamaCpp(entry: CompatibleEntry, answer: unknown): CompatibleEntry {
  const props = Props.safeParse(answer);
  const window = props.data?.default_generation_settings.n_ctx;
  if (!props.success || window === undefined) return entry;
  return { ...entry, meta: { n_ctx: entry.meta?.n_ctx ?? window }, architecture: addReads(entry, props.data) };
}

function addReads(
  { architecture }: CompatibleEntry,
  { modalities }: z.infer<typeof Props>,
): CompatibleEntry["architecture"] {
  if (architecture?.input_modalities !== undefined || modalities?.vision === undefined) return architecture;
  const { vision, audio } = modalities;
  return {
    ...architecture,
    input_modalities: ["text", ...(vision ? ["image"] : []), ...(audio === true ? ["audio"] : [])],
  };
}
