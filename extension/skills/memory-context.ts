// The memories of a composition: a template reads them as `memory`, and the record says which of them the prompt contains.
import { isObject, type Json } from "./json.ts";
import type { SkillPackage } from "./package.ts";

export interface MemoryRef {
  scope?: string;
  name: string;
}

/** Whether the framing is a template that names `memory` between its signs. Others get no memories. */
export function readsMemory({ framing }: Pick<SkillPackage, "framing">): boolean {
  const template = typeof framing === "object" && framing !== null ? framing.body : "";
  return (template.match(/\{[{%].*?[%}]\}/gs) ?? []).some((tag) => /\bmemory\b/.test(tag));
}

/** The items whose text is in what the template became: the composition depends on them. */
export function itemsIn(items: readonly Json[], rendered: string): Json[] {
  return items.filter((item) => {
    const { description, body } = isObject(item) ? item : {};
    return [description, body].some((text) => typeof text === "string" && text !== "" && rendered.includes(text));
  });
}

export function refOf(item: Json): MemoryRef[] {
  const { scope, name } = isObject(item) ? item : {};
  if (typeof name !== "string") return [];
  return [{ name, ...(typeof scope === "string" && { scope }) }];
}
