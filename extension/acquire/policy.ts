// Which contexts Galley adds automatically: never, only when the user accepts, or always.
import type { ContextName } from "./context.ts";

export type Policy = "never" | "ask" | "always";

const ASKED: readonly string[] = ["selection", "open"] satisfies ContextName[];

/** Of any context, also of another extension. */
export function defaultPolicy(name: string): Policy {
  return ASKED.includes(name) ? "ask" : "never";
}

export function parsePolicy(raw: unknown): Policy | undefined {
  return raw === "never" || raw === "ask" || raw === "always" ? raw : undefined;
}

/** The contexts that may be added automatically, with their mode. */
export function automaticContexts(
  names: readonly string[],
  policyOf: (name: string) => Policy,
): { name: string; mode: "ask" | "always" }[] {
  return names.flatMap((name) => {
    const mode = policyOf(name);
    return mode === "never" ? [] : [{ name, mode }];
  });
}
