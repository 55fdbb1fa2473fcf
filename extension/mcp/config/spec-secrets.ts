// The secrets in a filled-in configuration: in its variables, headers, arguments and URL.
import { addressValues, argumentValues, isSecretName, valuesOf } from "../../message/secrets/server-secrets.ts";
import type { ServerSpec } from "./config.ts";
import { environmentOf } from "./environment.ts";

/** `places`: folders that are not secret. Never rejects: ignores the environment if its file cannot be read. */
export async function specSecrets(spec: ServerSpec, places: readonly string[]): Promise<string[]> {
  if (spec.kind === "http") return [...valuesOf(spec.headers ?? {}), ...addressValues(spec.url)];
  const env = await environmentOf(spec).catch(() => ({}));
  return [...valuesOf(env, places), ...secretArguments(spec.args ?? [], places)];
}

/** Not every argument is secret: only those that a flag names so, that look random, or that are in a URL. */
function secretArguments(args: readonly string[], places: readonly string[]): string[] {
  const secret = args.filter(
    (argument, at) =>
      isSecretName(args[at - 1] ?? "") || isSecretName(argument.split("=", 1)[0] ?? "") || isRandom(argument),
  );
  return [...argumentValues(secret, places), ...args.flatMap(addressValues)];
}

/** Mixed letters and digits that are not the start of a package or a path. */
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

/** The long texts in stored JSON, such as the tokens of a sign-in. */
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
