// The environment variables of a server: from its file, then from its configuration, which wins.
import { readFile } from "node:fs/promises";
import type { ServerSpec } from "./config.ts";
import { parseEnvFile } from "./env-file.ts";

/** Rejects if the file cannot be read. */
export async function environmentOf({
  env = {},
  envFile,
}: Extract<ServerSpec, { kind: "stdio" }>): Promise<Record<string, string>> {
  const fromFile = envFile === undefined ? {} : parseEnvFile(await readFile(envFile, "utf8"));
  const given = Object.entries(env).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)] as const]));
  return { ...fromFile, ...Object.fromEntries(given) };
}
