// Parses `galley.mcp.servers`, `.vscode/mcp.json` and `.mcp.json`: servers, inputs, and the faults of entries that are not valid.
import * as z from "zod/mini";
import { plainLine } from "../plain-text.ts";
import type { Result } from "../../message/result.ts";
import { placeName } from "./place.ts";
import * as words from "./words.ts";

const Texts = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const Stdio = z.object({
  type: z.optional(z.literal("stdio")),
  command: z.string().check(z.minLength(1)),
  args: z.optional(z.array(z.string())),
  env: z.optional(Texts),
  /** A file with `NAME=value` lines. */
  envFile: z.optional(z.string()),
  cwd: z.optional(z.string()),
});

const Http = z.object({
  type: z.optional(z.literal("http")),
  url: z.string().check(z.minLength(1)),
  headers: z.optional(z.record(z.string(), z.string())),
});

export type ServerSpec = ({ kind: "stdio" } & z.infer<typeof Stdio>) | ({ kind: "http" } & z.infer<typeof Http>);

/** The author of the configuration; determines whether the server may start without asking. */
export type Origin = "user" | "workspace";

export interface ServerConfig {
  name: string;
  spec: ServerSpec;
  origin: Origin;
  /** The place where it is written (place.ts): the settings, or the path of a file. */
  from: string;
}

const Named = { id: z.string(), description: z.optional(z.string()), default: z.optional(z.string()) };

const Input = z.discriminatedUnion("type", [
  z.object({ type: z.literal("promptString"), ...Named, password: z.optional(z.boolean()) }),
  z.object({ type: z.literal("pickString"), ...Named, options: z.array(z.string()) }),
]);
type Input = z.infer<typeof Input>;

/** Only servers in the same place get the value that the user enters. */
export type OwnedInput = Input & Pick<ServerConfig, "origin" | "from">;

/** "`.vscode/mcp.json`: server `x`: reason." */
export interface Fault {
  from: string;
  /** The server or the input; empty for the whole file. */
  name: string;
  reason: string;
}

export interface McpConfig {
  servers: ServerConfig[];
  inputs: OwnedInput[];
  faults: Fault[];
}

const Shape = z.object({
  servers: z.optional(z.record(z.string(), z.unknown())),
  inputs: z.optional(z.array(z.unknown())),
});

/** Names are part of tool names, rules and commands. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._/@-]{0,63}$/u;

/** A value that is not an object is reported as a fault of the whole file. Never throws. */
export function parseMcpConfig(value: unknown, from: string, origin: Origin): McpConfig {
  const whole = Shape.safeParse(asFile(value));
  if (!whole.success) return { servers: [], inputs: [], faults: [{ from, name: "", reason: issueOf(whole.error) }] };
  const config: McpConfig = { servers: [], inputs: [], faults: [] };
  for (const [name, raw] of Object.entries(whole.data.servers ?? {})) {
    const read = readServer(name, raw);
    if (read.ok) config.servers.push({ name, spec: read.value, origin, from });
    else config.faults.push({ from, name: plainLine(name, 64), reason: read.failure });
  }
  for (const [index, raw] of (whole.data.inputs ?? []).entries()) {
    const input = Input.safeParse(raw);
    if (input.success) config.inputs.push({ ...input.data, origin, from });
    else config.faults.push({ from, name: words.inputNumber(index + 1), reason: issueOf(input.error) });
  }
  return config;
}

/** Settings may list the servers directly, without the outer object. */
function asFile(value: unknown): unknown {
  const object = z.record(z.string(), z.unknown()).safeParse(value);
  if (!object.success || "servers" in object.data || "inputs" in object.data) return value;
  if ("mcpServers" in object.data) return { servers: object.data["mcpServers"] };
  return { servers: object.data };
}

type ReadServer = Result<ServerSpec, string>;

function readServer(name: string, raw: unknown): ReadServer {
  if (!NAME.test(name)) return { ok: false, failure: words.invalidName };
  const object = z.record(z.string(), z.unknown()).safeParse(raw);
  if (!object.success) return { ok: false, failure: words.mustBe("", "object") };
  if (object.data["type"] === "sse") return { ok: false, failure: words.noSse };
  if ("url" in object.data) {
    const http = Http.safeParse(raw);
    return http.success
      ? { ok: true, value: { kind: "http", ...http.data } }
      : { ok: false, failure: issueOf(http.error) };
  }
  if (!("command" in object.data)) return { ok: false, failure: words.commandOrUrl };
  const stdio = Stdio.safeParse(raw);
  return stdio.success
    ? { ok: true, value: { kind: "stdio", ...stdio.data } }
    : { ok: false, failure: issueOf(stdio.error) };
}

function issueOf({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return words.malformed;
  const where = issue.path.map(String).join(".");
  return issue.code === "invalid_type" ? words.mustBe(where, issue.expected) : words.notValid(where);
}

/** Of servers with one name, the first counts. The caller lists the user's first. */
export function mergeMcpConfigs(configs: readonly McpConfig[]): McpConfig {
  const servers = new Map<string, ServerConfig>();
  const faults = configs.flatMap((config) => config.faults);
  for (const server of configs.flatMap((config) => config.servers)) {
    const first = servers.get(server.name);
    if (first === undefined) servers.set(server.name, server);
    else
      faults.push({
        from: server.from,
        name: server.name,
        reason: words.overridden(placeName(first.from)),
      });
  }
  return { servers: [...servers.values()], inputs: configs.flatMap((config) => config.inputs), faults };
}

export function faultWords({ from, name, reason }: Fault): string {
  return words.fault(placeName(from), name, reason);
}
