// The call before, as a scenario hands it back: what it settled for this one, and how much of its request is repeated.
import * as z from "zod/mini";
import type { Earlier } from "../assemble/assemble.ts";
import type { AsSent } from "../assemble/pins.ts";
import type { NamedText } from "../assemble/prefix.ts";
import { end } from "../assemble/words.ts";
import { utf8Length } from "../assemble/tokens/utf8.ts";
import type { Manifest } from "../message/manifest.ts";
import { Range } from "../message/range.ts";

const Carried = z.array(
  z.object({
    message_id: z.string(),
    sent: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        text: z.string(),
        path: z.optional(z.string()),
        range: z.optional(Range),
      }),
    ),
  }),
);
type Carried = z.infer<typeof Carried>;

export const ScenarioOptions = z.looseObject({
  pins_placement: z._default(z.enum(["append", "turn"]), "append"),
  previous_request: z.optional(z.unknown()),
  previous_manifest: z.optional(
    z.looseObject({
      elided: z._default(z.array(z.looseObject({ what: z.string(), tokens: z.int() })), []),
      /** A window keeps this in its store; the command line hands it on with the manifest. */
      carried: z._default(Carried, []),
    }),
  ),
});
export type ScenarioOptions = z.infer<typeof ScenarioOptions>;

export function earlierOf({ previous_manifest: previous }: ScenarioOptions): Earlier {
  return {
    asSent: new Map(previous?.carried.map(({ message_id, sent }) => [message_id, sent])),
    elided: new Map(previous?.elided.map(({ what, tokens }) => [what, tokens])),
  };
}

/** What the next call needs to know of the pins of this one and those before it. */
export function carriedBy({ asSent }: Earlier, messageId: string, sent: readonly AsSent[]): Carried {
  const before = [...asSent].map(([message_id, blocks]) => ({ message_id, sent: [...blocks] }));
  return sent.length === 0 ? before : [...before, { message_id: messageId, sent: [...sent] }];
}

/** In bytes of the two requests as JSON, cache markers aside, in the order in which a provider reads them. */
export function prefixOf(previous: unknown, request: unknown, texts: readonly NamedText[]): Manifest["prefix"] {
  const before = itemsOf(previous);
  const now = itemsOf(request);
  const differs = now.findIndex((item, index) => item !== before[index]);
  const at = differs < 0 ? now.length : differs;
  const offset = commonLength(before[at] ?? "", now[at] ?? "");
  const bytes = (items: readonly string[]): number => items.reduce((total, item) => total + utf8Length(item), 0);
  return {
    same_bytes: bytes(now.slice(0, at)) + utf8Length((now[at] ?? "").slice(0, offset)),
    total_bytes: bytes(now),
    diverges_at: goesOn(before, now, at) ? null : (nameAt(texts, now, at, offset) ?? end),
  };
}

/** All of what was sent stands unchanged at the beginning; the last message may have grown. */
function goesOn(before: readonly string[], now: readonly string[], at: number): boolean {
  if (at >= before.length) return true;
  const open = (before[at] ?? "").replace(/[\]}"]+$/, "");
  return at === before.length - 1 && (now[at] ?? "").startsWith(open);
}

const LAST = new Set(["messages", "contents", "input", "prompt"]);

/** System text and tools, then every message, without numbers and model names. */
function itemsOf(request: unknown): string[] {
  if (typeof request !== "object" || request === null) return [];
  const entries = Object.entries(request).filter(([key, value]) => typeof value === "object" || isSpoken(key, value));
  const ordered = [...entries.filter(([key]) => !LAST.has(key)), ...entries.filter(([key]) => LAST.has(key))];
  return ordered.flatMap(([, value]) => (Array.isArray(value) ? value.map(toItem) : [toItem(value)]));
}

function isSpoken(key: string, value: unknown): boolean {
  return typeof value === "string" && (key === "system" || key === "instructions");
}

function toItem(value: unknown): string {
  return JSON.stringify(value, (key, item: unknown) => (key === "cache_control" ? undefined : item));
}

function commonLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

/** The first text that reaches past a place in the request. */
function nameAt(texts: readonly NamedText[], items: readonly string[], at: number, offset: number): string | undefined {
  let item = 0;
  let from = 0;
  for (const { what, text } of texts) {
    const written = JSON.stringify(text).slice(1, -1);
    const found = items.findIndex((json, index) => index >= item && json.includes(written, index === item ? from : 0));
    if (found < 0) continue;
    const start = (items[found] ?? "").indexOf(written, found === item ? from : 0);
    item = found;
    from = start + written.length;
    if (found > at || (found === at && from > offset)) return what;
  }
  return undefined;
}
