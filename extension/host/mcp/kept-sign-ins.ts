// Keeps sign-ins to MCP servers in VS Code's secret storage, and their values out of logs.
import type * as vscode from "vscode";
import { textsIn } from "../../mcp/config/spec-secrets.ts";
import type { Secrets } from "../../message/secrets/secrets.ts";

interface KeptSignIns {
  get: (key: string) => Promise<string | undefined>;
  set: (key: string, value: string | undefined) => Promise<void>;
}

export function keptSignIns(storage: vscode.SecretStorage, secrets: Secrets): KeptSignIns {
  return {
    get: async (key) => {
      const value = await storage.get(key);
      secrets.add(textsIn(value));
      return value;
    },
    set: async (key, value) => {
      secrets.add(textsIn(value));
      if (value === undefined) await storage.delete(key);
      else await storage.store(key, value);
    },
  };
}
