// What is secret in a server that is filled in: its variables, headers, arguments and what stands in its address.
import { addressValues, argumentValues, isSecretName, valuesOf } from "../../message/server-secrets.ts";
import type { ServerSpec } from "./config.ts";
import { environmentOf } from "./environment.ts";

/** `places`: folders that are not secret. Never rejects: ignores the environment if its file cannot be read. */
export async function specSecrets(spec: ServerSpec, places: readonly string[]): Promise<string[]> {
  if (spec.kind === "http") return [...valuesOf(spec.headers ?? {}), ...addressValues(spec.url)];
  const env = await environmentOf(spec).catch(() => ({}));
  return [...valuesOf(env, places), ...secretArguments(spec.args ?? [], places)];
}

/** Names of packages and files are arguments too: what a flag or an address calls secret counts, and what looks random. */
function secretArguments(args: readonly string[], places: readonly string[]): string[] {
  const secret = args.filter(
    (argument, at) =>
      isSecretName(args[at - 1] ?? "") || isSecretName(argument.split("=", 1)[0] ?? "") || isRandom(argument),
  );
  return [...argumentValues(secret, places), ...args.flatMap(addressValues)];
}

/** Letters and digits mixed, without the signs of a name or a path. */
function isRandom(argument: string): boolean {
  const value = argument.replace(/^--?[\w-]+=/, "");
  return (
    value.length >= 16 &&
    /^[\w.~+/=-]+$/.test(value) &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !/^[@./]/.test(value)
  );
}

/** Every text in something that is kept as JSON: tokens of a sign-in. */
export function textsIn(kept: string | undefined): string[] {
  if (kept === undefined) return [];
  const texts: string[] = [];
  try {
    JSON.parse(kept, (_key, value: unknown) => {
      if (typeof value === "string" && value.length >= 16 && !/^https?:/.test(value)) texts.push(value);
      return value;
    });
  } catch {
    // Not JSON: all of it may be secret.
    texts.push(kept);
  }
  return texts;
}
