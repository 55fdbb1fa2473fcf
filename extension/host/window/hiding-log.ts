// A log that hides secrets in what is written to it.
import type * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import type { Secrets } from "../../message/secrets/secrets.ts";

const WRITES = new Set<PropertyKey>(["trace", "debug", "info", "warn", "error", "append", "appendLine", "replace"]);

export function hidingLog(channel: vscode.LogOutputChannel, secrets: Secrets): vscode.LogOutputChannel {
  const hidden = (value: unknown): unknown => {
    if (value instanceof Error) return secrets.hide(value.stack ?? reasonOf(value));
    return typeof value === "string" ? secrets.hide(value) : value;
  };
  return new Proxy(channel, {
    get: (target, name): unknown => {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== "function") return found;
      return (...given: unknown[]): unknown =>
        Reflect.apply(found, target, WRITES.has(name) ? given.map(hidden) : given);
    },
  });
}
