// Entities of other extensions, suggested after `@` by name, and all of one provider after `@kind:`.
import type { ContextEntity } from "../../acquire/context-provider.ts";
import type { Result } from "../../message/result.ts";
import { matchText } from "../../text/paths/fuzzy.ts";
import type { Suggestion } from "../../protocol/suggest.ts";
import type { SuggestSource } from "./ask-sources.ts";
import * as words from "./words.ts";

export interface EntityProvider {
  name: string;
  /** The title of the whole context. */
  words: string;
  /** Never rejects, and answers in a limited time. */
  find: (query: string, signal: AbortSignal) => Promise<Result<ContextEntity[], string>>;
}

/** Providers are asked when the user pauses for this long. */
const PAUSE_MS = 120;

/** With fewer letters, a provider is asked only by its name. */
const LEAST_LETTERS = 2;

/** How many entities of one provider are listed among suggestions of other kinds. */
const MOST_AMONG_OTHERS = 5;

/** A provider that is named and fails has a row that says why. One that is not named only finds nothing. */
export function entitySource(
  providers: () => readonly EntityProvider[],
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>,
): SuggestSource {
  return {
    trigger: "@",
    late: true,
    async find(query, show, signal) {
      const all = providers();
      const { name, rest = "" } = /^(?<name>[a-z][\w.-]*):(?!\/\/)(?<rest>.*)$/is.exec(query)?.groups ?? {};
      const named = all.find((provider) => provider.name.toLowerCase() === name?.toLowerCase());
      if (all.length === 0 || (named === undefined && (query.length < LEAST_LETTERS || /[/\\:]/.test(query)))) return;
      await wait(PAUSE_MS, signal);
      if (named !== undefined) {
        show(await listOf(named, rest.trim(), signal));
        return;
      }
      const found: Suggestion[][] = all.map(() => []);
      const ask = async (provider: EntityProvider, at: number): Promise<void> => {
        const entities = await provider.find(query, signal);
        found[at] = entities.ok ? rowsOf(provider, entities.value, query).slice(0, MOST_AMONG_OTHERS) : [];
        show(found.flat());
      };
      await Promise.all(all.map(ask));
    },
  };
}

/** Before anything is typed behind the name, the whole context comes last. */
async function listOf(provider: EntityProvider, query: string, signal: AbortSignal): Promise<Suggestion[]> {
  const entities = await provider.find(query, signal);
  const rows = entities.ok ? rowsOf(provider, entities.value, query) : [failureRow(provider, query, entities.failure)];
  return query === "" ? [...rows, wholeRow(provider)] : rows;
}

function rowsOf(
  { name, words: title }: EntityProvider,
  entities: readonly ContextEntity[],
  query: string,
): Suggestion[] {
  return entities.map(({ id, label, description, icon }) => ({
    key: `entity:${name} ${id}`,
    kind: "context",
    name: label,
    detail: description ?? title,
    name_at: (query === "" ? undefined : matchText(label, query))?.at ?? [],
    detail_at: [],
    ...(icon !== undefined && { icon }),
    part: { type: "mention", target: { kind: "context", name, id, label } },
  }));
}

function wholeRow({ name, words: title }: EntityProvider): Suggestion {
  return row(`context:${name}`, name, title);
}

/** Choosing it asks again. */
function failureRow({ name }: EntityProvider, query: string, reason: string): Suggestion {
  return {
    ...row(`failed:${name}`, name, words.providerFailed(reason)),
    icon: "warning",
    goes_on: `${name}:${query}`,
  };
}

function row(key: string, name: string, detail: string): Suggestion {
  const part = { type: "mention", target: { kind: "context", name } } as const;
  return { key, kind: "context", name, detail, name_at: [], detail_at: [], part };
}
