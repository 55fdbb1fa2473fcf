// The tools that a model may call, and how a request describes them.
import * as z from "zod/mini";
import type { ToolSpec } from "../../assemble/context.ts";
import { toolsText } from "../../assemble/prefix.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { UserMessage } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import { saveSystemPrompt } from "../../persist/manifests.ts";
import type { Store } from "../../persist/database/store.ts";
import type { Tool } from "../../tools/tool.ts";

export interface ToolPorts {
  /** The tools of a conversation, for a turn that begins or for the one that runs. */
  tools: (conversationId: string, turn?: UserMessage) => Promise<readonly Tool[]>;
  model: (conversationId: string) => Model;
}

/** None for a model that cannot call tools. */
export async function offeredTools(
  ports: Pick<ToolPorts, "tools">,
  conversationId: string,
  model: Model,
  turn?: UserMessage,
): Promise<readonly Tool[]> {
  return model.tools ? ports.tools(conversationId, turn) : [];
}

/** The tools that a skill may call at most. */
export async function toolsOfSkills(ports: ToolPorts, conversationId: string): Promise<string[]> {
  const tools = await offeredTools(ports, conversationId, ports.model(conversationId));
  return tools.filter(({ authors }) => authors !== true).map(({ name }) => name);
}

export function specsOf(tools: readonly Tool[]): ToolSpec[] {
  return tools.map(({ name, description, input_schema }) => ({ name, description, input_schema }));
}

/**
 * Adds the tools that a search found to the end, from the next request of this turn on. Tools come before the
 * conversation on the wire, so each search makes the provider cache everything after the first found tool again. That
 * is the price of not carrying hundreds of tools in every request.
 */
export function withFound(tools: readonly Tool[], found: readonly Tool[]): readonly Tool[] {
  return [...tools, ...found.filter(({ name }) => !tools.some((offered) => offered.name === name))];
}

/** Stores the definitions with the account of the request, once for the same tools. */
export function keepSpecs(store: Store, { tools }: Manifest, specs: readonly ToolSpec[]): void {
  if (tools !== undefined) saveSystemPrompt(store, tools.digest, toolsText(specs));
}

const Specs = z.array(
  z.object({ name: z.string(), description: z.string(), input_schema: z.record(z.string(), z.unknown()) }),
);

/** The tools that a past request offered. */
export function specsIn(manifest: Manifest | undefined, read: (digest: string) => string | undefined): ToolSpec[] {
  const text = manifest?.tools === undefined ? undefined : read(manifest.tools.digest);
  return text === undefined ? [] : Specs.parse(JSON.parse(text));
}
