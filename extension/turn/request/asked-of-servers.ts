// What servers are asked for a message that is about to go: its prompt; what they send besides text is stored like any attachment.
import type { Facts } from "../../acquire/facts.ts";
import type { Catalog } from "../../compose/catalog.ts";
import { resolveCommand } from "../../compose/command.ts";
import type { PromptRead } from "../../message/command.ts";
import type { FileAttachment, Part } from "../../message/part.ts";
import type { Sending } from "../../message/resolved.ts";

/** The same parts, large bytes among them named by where they are stored. */
export type StoreParts = <Kind extends Part>(parts: readonly Kind[]) => Promise<(Kind | FileAttachment)[]>;

export interface Sent extends Sending {
  store: StoreParts;
}

/** Nothing when no prompt is given, or one that cannot go as it is. */
export async function askedOfServers(
  parts: readonly Part[],
  catalog: Catalog,
  sent?: Sent,
): Promise<PromptRead | undefined> {
  const resolution = resolveCommand(parts, catalog);
  if (resolution.kind !== "prompt") return undefined;
  const read = await resolution.read(sent);
  return read.ok && sent !== undefined ? { ok: true, value: await sent.store(read.value) } : read;
}

export async function storedWith(facts: Facts, store: StoreParts): Promise<Facts> {
  const contexts = await Promise.all(
    Array.from(facts.contexts, async ([name, resolved]) => {
      return [name, { ...resolved, parts: await store(resolved.parts) }] as const;
    }),
  );
  return { ...facts, contexts: new Map(contexts) };
}
