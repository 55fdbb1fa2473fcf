// The tools of the running servers, offered as `server_tool`. Galley asks before each call until the user allows it.
import * as z from "zod/mini";
import { reasonOf } from "../text/reason.ts";
import { unlessStopped } from "../stream/stopped.ts";
import type { Need, Outcome, Prepared, Tool } from "../tools/tool.ts";
import type { Link, Progress } from "./connection/link.ts";
import type { ListedTool } from "./listed-tool.ts";
import { plainLine } from "./plain-text.ts";
import { toOutcome } from "./result.ts";
import type { Server } from "./server.ts";
import type { Servers } from "./servers.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export interface TrustPort {
  /** The user trusts this server to say which of its tools are read-only. */
  isTrusted: (server: string) => boolean;
  /** A call begins. Returns a function to call when it has ended. */
  begin?: (server: string) => () => void;
}

/** The longest name that every provider accepts. */
const NAME_LENGTH = 64;

/** Looked up by name at every call, because a change of the configuration replaces servers during a turn. */
type Configured = Pick<Servers, "all" | "named">;

/** In the order of the configuration. The names are unique, and not in `others`. */
export function serverTools(servers: Configured, trust: TrustPort, others: readonly string[] = []): Tool[] {
  const taken = new Set(others);
  return servers.all.flatMap((server) =>
    server.tools.map((listed) => {
      const name = offeredName(server.name, listed.name, taken);
      taken.add(name);
      return toTool({ name, server: server.name, tool: listed.name }, servers, listed, trust);
    }),
  );
}

/** Contains only characters that every provider accepts. A number makes the name unique. */
export function offeredName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `${server}_${tool}`.replace(/[^\w-]/g, "_").replace(/^[^A-Za-z_]/, "_$&");
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? "" : `_${count}`;
    const name = `${plain.slice(0, NAME_LENGTH - suffix.length)}${suffix}`;
    if (!taken.has(name)) return name;
  }
}

interface Offered {
  name: string;
  server: string;
  /** The server's name for it. */
  tool: string;
}

function toTool(offered: Offered, servers: Configured, listed: ListedTool, trust: TrustPort): Tool {
  return {
    name: offered.name,
    description: listed.description === "" ? listed.title : listed.description,
    input_schema: listed.input_schema,
    harmless: false,
    prepare: (input) => prepare(offered, servers, input, trust),
  };
}

const Arguments = z.record(z.string(), z.unknown());

/** The user approves the tool as its server describes it now. */
async function prepare(offered: Offered, servers: Configured, input: unknown, trust: TrustPort): Promise<Prepared> {
  const { name, server } = offered;
  const found = await lookUp(offered, servers);
  if (!found.ok) return refuse(found.failure);
  const { listed } = found.value;
  const given = Arguments.safeParse(input ?? {});
  if (!given.success) return refuse(words.inputInvalid(name));
  return {
    ok: true,
    call: {
      title: words.useTool(listed.title, server),
      needs: [needOf(name, listed, trust.isTrusted(server))],
      preview: { type: "text", text: previewOf(listed, given.data) },
      changes: !listed.readOnly,
      run: async (signal, tell) => {
        // The server may have restarted while the user was asked.
        const now = await lookUp(offered, servers, signal);
        if (!now.ok) return refuse(now.failure);
        if (now.value.listed.digest !== listed.digest) return refuse(words.toolChanged(name));
        const end = trust.begin?.(server);
        return run(now.value.link, listed.name, name, given.data, signal, tell).finally(end);
      },
    },
  };
}

type Found = Result<{ link: Link; listed: ListedTool }, string>;

/** Starts the server if needed, and finds the tool in its list. */
async function lookUp({ name, server, tool }: Offered, servers: Configured, signal?: AbortSignal): Promise<Found> {
  const now = servers.named(server);
  if (now === undefined) return { ok: false, failure: words.toolServerRemoved(name, server) };
  const link = await unlessStopped(now.use(), signal);
  if (signal?.aborted === true) return { ok: false, failure: words.stopped };
  if (link === undefined) return { ok: false, failure: words.toolServerOff(name, server, whyNot(now)) };
  const listed = now.tools.find((one) => one.name === tool);
  if (listed === undefined) return { ok: false, failure: words.toolRemoved(name) };
  return { ok: true, value: { link, listed } };
}

/** A rule allows the tool only with its current description: Galley asks again when the description changes. */
function needOf(name: string, { digest, readOnly }: ListedTool, isTrusted: boolean): Need {
  const need: Need = { permission: "mcp", pattern: `${name}#${digest}` };
  return readOnly && isTrusted ? { ...need, fallback: "allow" } : need;
}

function previewOf({ destructive }: ListedTool, input: Record<string, unknown>): string {
  const warning = destructive ? `${words.destructive}\n` : "";
  return `${warning}${Object.keys(input).length === 0 ? "" : JSON.stringify(input, null, 2)}`;
}

/** Why the server cannot be used, as it follows "MCP server NAME". */
export function whyNot({ state }: Server): string {
  switch (state.kind) {
    case "off":
      return words.isOff(state.why);
    case "starting":
    case "running":
      return words.isStarting;
    case "failed":
      return words.hasFailed(state.reason);
    case "sign-in":
      return words.needsSignIn;
    default:
      return state satisfies never;
  }
}

async function run(
  link: Link,
  tool: string,
  name: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
  tell: ((progress: string) => void) | undefined,
): Promise<Outcome> {
  try {
    const onProgress = tell && throttled((progress: Progress) => tell(progressText(progress)));
    return toOutcome(await link.call(tool, input, { signal, ...(onProgress && { onProgress }) }), name);
  } catch (error) {
    return refuse(signal.aborted ? words.stopped : words.toolFailed(name, plainLine(reasonOf(error), 500)));
  }
}

const PROGRESS_MS = 100;

/** Drops progress that comes too soon after the last. */
function throttled(tell: (progress: Progress) => void): (progress: Progress) => void {
  let last = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    tell(progress);
  };
}

/** "3 of 10: reading" or "40%". */
function progressText({ done, total, words: message = "" }: Progress): string {
  const isWhole = Number.isInteger(done) && (total === undefined || Number.isInteger(total));
  const amount =
    total === undefined || total <= 0
      ? isWhole
        ? String(done)
        : ""
      : isWhole && total !== 100 && total !== 1
        ? words.progress(done, total)
        : `${Math.round((100 * done) / total)}%`;
  return [amount, message].filter((text) => text !== "").join(": ");
}

function refuse(output: string): { ok: false; output: string } {
  return { ok: false, output };
}
