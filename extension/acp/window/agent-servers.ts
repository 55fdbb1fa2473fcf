// The MCP servers that an agent session is given: those the user has allowed, in a form that the agent supports.
import { resolve } from "node:path";
import type { McpCapabilities, McpServer } from "@agentclientprotocol/sdk";
import type { ServerSpec } from "../../mcp/config/config.ts";
import type { Filled } from "../../mcp/config/variables.ts";
import { reasonOf } from "../../text/reason.ts";
import { addressValues, argumentValues, valuesOf } from "../../message/secrets/server-secrets.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

export interface KnownServer {
  name: string;
  /** Its configuration with the known values filled in, or why they cannot be. */
  filled: Filled;
  /** Values that the user was asked for. */
  secrets: readonly string[];
  /** The user has not allowed it yet, or has not given a value that it asks for. */
  waits: boolean;
}

export interface Handed {
  servers: McpServer[];
  withheld: { name: string; why: string; waits: boolean }[];
  /** Values that must not appear in a log. */
  secrets: string[];
}

export interface HandPorts {
  /** Where the agent works. */
  cwd: string;
  /** The variables that the configuration of a server gives it. Rejects if their file cannot be read. */
  environmentOf: (spec: Extract<ServerSpec, { kind: "stdio" }>) => Promise<Record<string, string>>;
}

type One = Result<{ server: McpServer; secrets: string[] }, string>;

/** Never rejects. */
export async function handServers(
  known: readonly KnownServer[],
  takes: McpCapabilities,
  ports: HandPorts,
): Promise<Handed> {
  const handed: Handed = { servers: [], withheld: [], secrets: [] };
  for (const { name, filled, secrets, waits } of known) {
    const one: One = filled.ok
      ? await hand(name, filled.value, takes, ports)
      : { ok: false, failure: filled.failure.reason };
    if (one.ok) {
      handed.servers.push(one.value.server);
      handed.secrets.push(...secrets, ...one.value.secrets);
    } else handed.withheld.push({ name, why: one.failure, waits });
  }
  return handed;
}

async function hand(
  name: string,
  spec: ServerSpec,
  takes: McpCapabilities,
  { cwd, environmentOf }: HandPorts,
): Promise<One> {
  if (spec.kind === "http") {
    if (takes.http !== true) return { ok: false, failure: words.noHttpServers };
    const { url, headers = {} } = spec;
    return {
      ok: true,
      value: {
        server: { type: "http", name, url, headers: pairs(headers) },
        secrets: [...valuesOf(headers), ...addressValues(url)],
      },
    };
  }
  // The protocol cannot name the folder of a server: it runs in the agent's folder.
  if (resolve(cwd, spec.cwd ?? "") !== resolve(cwd))
    return { ok: false, failure: words.otherServerFolder(spec.cwd ?? "") };
  try {
    const env = await environmentOf(spec);
    const command = /[\\/]/.test(spec.command) ? resolve(cwd, spec.command) : spec.command;
    return {
      ok: true,
      value: {
        server: { name, command, args: spec.args ?? [], env: pairs(env) },
        secrets: [...valuesOf(env, [cwd]), ...argumentValues(spec.args ?? [], [cwd])],
      },
    };
  } catch (error) {
    return { ok: false, failure: reasonOf(error) };
  }
}

function pairs(record: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}
