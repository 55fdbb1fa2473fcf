// Reads a server's lists page by page and checks each entry on its own, so that a malformed one is skipped alone.
import type { Client } from "@modelcontextprotocol/client";
import * as z from "zod/mini";
import { plainLine, plainText } from "./plain-text.ts";

/** Limits for a list that never ends. */
const MOST_PAGES = 50;
const MOST_ITEMS = 500;

const LIST_MS = 30_000;

type Method = "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";

/** Calls `cut` if the list is longer than the limits. Rejects if the server does not answer. */
export async function listAll<Item>(
  client: Client,
  method: Method,
  key: "tools" | "prompts" | "resources" | "resourceTemplates",
  read: (raw: unknown) => Item | undefined,
  { timeout = LIST_MS, cut }: { timeout?: number; cut?: () => void } = {},
): Promise<Item[]> {
  const Page = z.looseObject({ [key]: z.array(z.unknown()), nextCursor: z.optional(z.string()) });
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && items.length < MOST_ITEMS; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method, params }, Page, { timeout });
    const raw = z.array(z.unknown()).parse(listed[key]);
    items.push(...raw.flatMap((item) => read(item) ?? []));
    cursor = z.optional(z.string()).parse(listed["nextCursor"]);
    if (cursor === undefined) break;
  }
  if (cursor !== undefined || items.length > MOST_ITEMS) cut?.();
  return items.slice(0, MOST_ITEMS);
}

const Argument = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  description: z.optional(z.string()),
  required: z.optional(z.boolean()),
});

const Prompt = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  arguments: z.optional(z.array(Argument).check(z.maxLength(50))),
});

export interface ListedPrompt {
  /** The server's name for it. */
  name: string;
  description: string;
  arguments: { name: string; required: boolean; description?: string }[];
}

export function readPrompt(raw: unknown): ListedPrompt | undefined {
  const prompt = Prompt.safeParse(raw);
  if (!prompt.success) return undefined;
  const { name, title = "", description = "", arguments: wanted = [] } = prompt.data;
  return {
    name,
    description: plainLine(description === "" ? title : description, 300),
    arguments: wanted.map((argument) => {
      const words = plainLine(argument.description ?? "", 200);
      return { name: argument.name, required: argument.required === true, ...(words !== "" && { description: words }) };
    }),
  };
}

const Uri = z.string().check(z.minLength(1), z.maxLength(2_000));

const Resource = z.object({
  uri: Uri,
  name: z.optional(z.string()),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  mimeType: z.optional(z.string()),
  size: z.optional(z.number()),
});

const Template = z.object({
  uriTemplate: Uri,
  name: z.optional(z.string()),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
});

export interface ListedResource {
  /** For a template, its pattern with variables in braces. */
  uri: string;
  name: string;
  description: string;
  size?: number;
}

export function readResource(raw: unknown): ListedResource | undefined {
  const resource = Resource.safeParse(raw);
  if (!resource.success) return undefined;
  const { uri, size } = resource.data;
  return { ...faceOf(uri, resource.data), ...(size !== undefined && size >= 0 && { size }) };
}

export function readTemplate(raw: unknown): ListedResource | undefined {
  const template = Template.safeParse(raw);
  return template.success ? faceOf(template.data.uriTemplate, template.data) : undefined;
}

interface Said {
  name?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
}

function faceOf(uri: string, { name = "", title = "", description = "" }: Said): ListedResource {
  const words = plainLine(title === "" ? name : title, 100);
  return { uri, name: words === "" ? plainLine(uri, 100) : words, description: plainText(description, 300) };
}
