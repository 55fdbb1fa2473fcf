// What the model at hand may call, and what is said of it in a request.
import * as z from "zod/mini";
import type { ToolSpec } from "../../assemble/context.ts";
import { toolsText } from "../../assemble/prefix.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { UserMessage } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import { saveSystemPrompt } from "../../persist/manifests.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Rooms } from "../rooms.ts";

export async function offeredTools(
  rooms: Rooms,
  sessionId: string,
  model: Model,
  turn?: UserMessage,
): Promise<readonly Tool[]> {
  return model.tools && rooms.tools !== undefined ? rooms.tools(sessionId, turn) : [];
}

/** What a skill that is applied in a session may call, at most. */
export async function toolsOfSkills(rooms: Rooms, sessionId: string): Promise<string[]> {
  const tools = await offeredTools(rooms, sessionId, rooms.model(sessionId));
  return tools.filter(({ authors }) => authors !== true).map(({ name }) => name);
}

export function specsOf(tools: readonly Tool[]): ToolSpec[] {
  return tools.map(({ name, description, input_schema }) => ({ name, description, input_schema }));
}

/**
 * What a search found is offered after all that was offered before, from the next request of this turn on. Tools stand
 * before the conversation on the wire: a cache holds up to the first found one and is written anew from there, once
 * for each search. That is the price of not carrying hundreds of tools in every request.
 */
export function withFound(tools: readonly Tool[], found: readonly Tool[]): readonly Tool[] {
  return [...tools, ...found.filter(({ name }) => !tools.some((offered) => offered.name === name))];
}

/** Kept with the account of the request, once however often it goes. */
export function keepSpecs(store: Store, { tools }: Manifest, specs: readonly ToolSpec[]): void {
  if (tools !== undefined) saveSystemPrompt(store, tools.digest, toolsText(specs));
}

const Specs = z.array(
  z.object({ name: z.string(), description: z.string(), input_schema: z.record(z.string(), z.unknown()) }),
);

/** What a past request offered. */
export function specsIn(manifest: Manifest | undefined, read: (digest: string) => string | undefined): ToolSpec[] {
  const text = manifest?.tools === undefined ? undefined : read(manifest.tools.digest);
  return text === undefined ? [] : Specs.parse(JSON.parse(text));
}
