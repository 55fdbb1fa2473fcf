// A server that fills in the middle, for one test.
import { onTestFinished } from "vitest";
import type { Behaviour } from "./exchange.ts";
import { type FimKind, type FimServer, runFimServer } from "./run-server.ts";

export const KEY = "sk-fim-very-secret";

export async function fimServer(kind: FimKind, behaviour: Behaviour): Promise<FimServer> {
  const server = await runFimServer(kind, behaviour);
  onTestFinished(() => {
    server.close();
  });
  return server;
}
