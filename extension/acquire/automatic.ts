// The context that goes with a message although the user did not name it: by policy, and only what the message lacks.
import { fileTargetOf, targetKey } from "../message/file-target.ts";
import { givesKnownCommand } from "../message/given-command.ts";
import type { Part } from "../message/part.ts";
import { type ContextPart, contextNameOf } from "../message/resolved.ts";
import { automaticContexts, type Policy } from "./policy.ts";

export interface AutomaticPorts {
  /** The names of the contexts that may be automatic. */
  names: () => readonly string[];
  policyOf: (name: string) => Policy;
  /** Without ignored files and files that may hold secrets. */
  readAutomatic: (name: string) => Promise<ContextPart[]>;
  isKnownCommand: (id: string) => boolean;
}

/** One context for a draft. `ask`: only if the user accepts it. `always`: with the message. */
export interface FoundContext {
  name: string;
  mode: "ask" | "always";
  parts: ContextPart[];
}

/** What may go with this draft. A command gets only what the user gives it, so nothing goes with it by itself. */
export async function findAutomatic(ports: AutomaticPorts, draft: readonly Part[]): Promise<FoundContext[]> {
  const isCommand = givesKnownCommand(draft, ports.isKnownCommand);
  const wanted = automaticContexts(ports.names(), ports.policyOf).filter(({ mode }) => mode === "ask" || !isCommand);
  const found = await Promise.all(
    wanted.map(async ({ name, mode }) => {
      // A context that cannot be read now does not go, and the message does.
      const read = await ports.readAutomatic(name).catch(() => []);
      return { name, mode, parts: missingIn(draft, name, read) };
    }),
  );
  return found.filter(({ parts }) => parts.length > 0);
}

/** What goes with a message that shows no offers: the policy `always` only. What asks is not even read. */
export function findAlways(ports: AutomaticPorts, draft: readonly Part[]): Promise<FoundContext[]> {
  const policyOf = (name: string): Policy => (ports.policyOf(name) === "always" ? "always" : "never");
  return findAutomatic({ ...ports, policyOf }, draft);
}

/** Ignores the time at which a context was read. */
export function signatureOf(told: unknown): string {
  return JSON.stringify(told, (key, value: unknown) => (key === "emitted_at" ? undefined : value));
}

/** The parts that the draft does not contain yet; none if it mentions the context by name. */
function missingIn(draft: readonly Part[], name: string, parts: readonly ContextPart[]): ContextPart[] {
  if (draft.some((part) => contextNameOf(part) === name)) return [];
  const there = new Set(draft.map(keyOf));
  const isThere = (part: ContextPart): boolean =>
    there.has(keyOf(part)) ||
    (part.type === "editor-context" && draft.some((other) => other.type === part.type && other.kind === part.kind));
  return parts.filter((part) => !isThere(part));
}

/** A mention of a file is the same as a reference to it. */
function keyOf(part: Part): string {
  const target = fileTargetOf(part);
  return target === undefined ? signatureOf(part) : targetKey(target);
}
