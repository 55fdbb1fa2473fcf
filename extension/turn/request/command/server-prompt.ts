// Asks an MCP server or another extension for what a message's command stands for. What comes besides text is stored like any attachment.
import type { Facts } from "../../../acquire/facts.ts";
import type { Catalog } from "../../../compose/catalog.ts";
import { resolveCommand } from "../../../compose/command.ts";
import type { PromptRead } from "../../../message/command.ts";
import type { FileAttachment, Part } from "../../../message/part.ts";
import type { Sending } from "../../../message/resolved.ts";

/** Stores large bytes and returns the same parts, which name them by their content id. */
export type StoreParts = <Kind extends Part>(parts: readonly Kind[]) => Promise<(Kind | FileAttachment)[]>;

export interface StoringSend extends Sending {
  store: StoreParts;
}

/** `undefined` if the parts give no prompt, or one that cannot be sent. */
export async function readServerPrompt(
  parts: readonly Part[],
  catalog: Catalog,
  sent?: StoringSend,
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
