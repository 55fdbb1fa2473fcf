// Which contexts Galley adds automatically: never, only when the user accepts, or always.
import { CONTEXT_NAMES, type ContextName } from "./context.ts";

export type Policy = "never" | "ask" | "always";

const ASKED: readonly ContextName[] = ["selection", "open"];

export function defaultPolicy(name: ContextName): Policy {
  return ASKED.includes(name) ? "ask" : "never";
}

export function parsePolicy(raw: unknown): Policy | undefined {
  return raw === "never" || raw === "ask" || raw === "always" ? raw : undefined;
}

/** The contexts that may be added automatically, with their mode. */
export function automaticContexts(
  policyOf: (name: ContextName) => Policy,
): { name: ContextName; mode: "ask" | "always" }[] {
  return CONTEXT_NAMES.flatMap((name) => {
    const mode = policyOf(name);
    return mode === "never" ? [] : [{ name, mode }];
  });
}
