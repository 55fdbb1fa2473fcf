// A conversation's ports whose model is our own agent, in a process of its own, and what it was sent.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { AgentSetting } from "../../extension/acp/agent-setting.ts";
import type { KnownServer } from "../../extension/acp/window/agent-servers.ts";
import { Agents } from "../../extension/acp/window/agents.ts";
import { environmentOf } from "../../extension/mcp/config/environment.ts";
import { agentModel } from "../../extension/message/agents/acp-model.ts";
import type { AcpAgent } from "../../extension/message/agents/acp.ts";
import { Journal } from "../../extension/send/line/journal.ts";
import { agentRecords } from "../../extension/turn/agents/agent-records.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { built } from "./built.ts";
import { temporaryFolder } from "./folder.ts";
import { type FakePorts, fakePorts } from "./ports.ts";

const fake = built("acp-agent");

const open: Agents[] = [];

/** Ends the processes of all worlds. */
export function closeAgents(): void {
  for (const agents of open.splice(0)) agents.dispose();
}

export interface AgentWorld {
  ports: FakePorts;
  agents: Agents;
  folder: string;
  warnings: string[];
  log: () => { sessionId: string; prompt: { type: string; text?: string }[] }[];
  journal: Journal;
}

interface Wanted {
  /** Another agent than our own, by how it is started. */
  started?: Pick<AgentSetting, "command" | "args" | "env">;
  isTrusted?: boolean;
  store?: FakePorts["store"];
  servers?: KnownServer[] | (() => Promise<KnownServer[]>);
  isConfigured?: () => boolean;
  changed?: (agents: Pick<Agents, "commandsOf">) => void;
}

export function agentWorld(
  flags: string[] = [],
  { started, isTrusted = true, store, servers = [], isConfigured = () => true, changed }: Wanted = {},
): AgentWorld {
  const folder = temporaryFolder();
  const log = join(folder, "prompts.log");
  const ports = fakePorts(store === undefined ? {} : { store });
  const journal = new Journal();
  const warnings: string[] = [];
  const setting: AgentSetting = {
    id: "fake",
    name: "Fake",
    command: process.execPath,
    args: ["--no-warnings", fake, `--log=${log}`, ...flags],
    env: { MY_TOKEN: "open sesame" },
    ...started,
  };
  let known: AcpAgent | undefined;
  const agents: Agents = new Agents({
    records: agentRecords({ store: ports.store, now: () => ports.now(), newMessageId: () => ports.newId("msg") }),
    notify: (session_id, notice) => {
      ports.emit({ type: "notice", session_id, notice });
    },
    environmentOf,
    world: {
      shell: {
        kind: "posix",
        run: () => Promise.resolve({ exit_code: 0, output: "ran", truncated: false, timed_out: false }),
      },
      locate: (path) =>
        Promise.resolve({
          ok: true,
          value: { path, full: path, real: path, inside: true, kind: "file" as const, size: 1 },
        }),
      tools: async (id) => ports.tools(id),
      text: () => Promise.resolve({ ok: true, value: { text: "unsaved text" } }),
      cwd: () => folder,
      record: () => undefined,
      shownPath: (path) => path.replace(`${folder}/`, ""),
    },
    places: { absolute: (path) => join(folder, path), attachment: ({ name }) => join(folder, "kept", name) },
    settings: () => (isConfigured() ? [setting] : []),
    isTrusted: () => isTrusted,
    cwd: () => folder,
    version: "0",
    servers: () => (typeof servers === "function" ? servers() : Promise.resolve(servers)),
    journal,
    remembered: () => known,
    keep: async (kept) => {
      for (const { path, file } of kept) {
        if (file.name.startsWith("lost")) throw new Error("the disk is full");
        if (file.name.startsWith("slow")) await setTimeout(300);
        mkdirSync(join(path, ".."), { recursive: true });
        writeFileSync(path, Buffer.from(file.data?.() ?? "", "base64"));
      }
    },
    changed: (agent) => {
      known = agent.known;
      changed?.({ commandsOf: (...about) => agents.commandsOf(...about) });
    },
    warn: (line) => warnings.push(line),
  });
  open.push(agents);
  ports.agents = agents;
  ports.model = () =>
    agentModel({ ...loopback, provider: "acp", id: "fake", name: "Fake", ...(known && { acp: known }) });
  const prompts = (): ReturnType<AgentWorld["log"]> =>
    readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as ReturnType<AgentWorld["log"]>[number]);
  return { ports, agents, folder, warnings, log: prompts, journal };
}
