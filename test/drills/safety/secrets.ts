// Secrets under names that nothing gives away, in every place that a server or an agent can be given one.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { environmentOf } from "../../../extension/mcp/config/environment.ts";
import { specSecrets } from "../../../extension/mcp/config/spec-secrets.ts";
import { Journal } from "../../../extension/send/line/journal.ts";
import { AgentJournal } from "../../../extension/acp/window/agent-journal.ts";
import { handServers } from "../../../extension/acp/window/agent-servers.ts";
import { trafficText } from "../../../extension/preview/traffic.ts";
import type { ServerSpec } from "../../../extension/mcp/config/config.ts";
import type { Attack } from "../attack.ts";

const random = (most: number): number => Math.floor(Math.random() * most);
const pick = <One>(...list: One[]): One => list[random(list.length)] as One;

/** Signs that addresses, JSON and shells write otherwise are among them. */
function secret(): string {
  const base = randomBytes(6 + random(20)).toString(pick("hex", "base64", "base64url"));
  return `${base}${pick("", "/+ =", '"\\', "&?#%", "é日", "'$()")}${randomBytes(3).toString("hex")}`;
}

const name = (): string => pick("X", "LEVEL", "MODE", "HOST", "FOO_BAR", "Q", "REGION", "ID");

interface Hidden {
  spec: ServerSpec;
  secrets: string[];
}

function server(): Hidden {
  const [a, b, c, d, e] = [secret(), secret(), secret(), secret(), secret()];
  const word = encodeURIComponent;
  if (random(2) === 0) {
    const url = `https://user:${word(a)}@example.com/mcp?${name()}=${word(b)}&${name()}2=${word(c)}`;
    return {
      spec: { kind: "http", url, headers: { [`X-${name()}`]: d, Authorization: `Bearer ${e}` } },
      secrets: [a, b, c, d, e],
    };
  }
  const args = ["-y", "server", `--${name().toLowerCase()}=${a}`, b, `https://example.com/?${name()}=${word(c)}`];
  return {
    spec: { kind: "stdio", command: "npx", args, env: { [name()]: d, [`${name()}_2`]: e } },
    secrets: [a, b, c, d, e],
  };
}

const FORMS: ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(text).toString("base64url"),
];

function mustHide(text: string, secrets: readonly string[], where: string): void {
  for (const value of secrets)
    for (const [at, form] of FORMS.entries())
      assert.ok(!text.includes(form(value)), `${where} has a secret in form ${at}: ${form(value)}`);
}

/** `session/new` with such servers, and an agent that tells all of it again in any form, cut anywhere. */
async function journal(count: number): Promise<number> {
  for (let at = 0; at < count; at += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    const made = [server(), server()];
    const secrets = made.flatMap((one) => one.secrets);
    const known = made.map(({ spec }, index) => ({
      ...{ name: `s${index}`, filled: { ok: true as const, value: spec }, secrets: [], waits: false },
    }));
    const handed = await handServers(known, { http: true }, { cwd: "/work", environmentOf });
    const kept = new Journal();
    const warnings: string[] = [];
    const agent = new AgentJournal("a", kept, [], (line) => warnings.push(line));
    agent.hide(handed.secrets);
    const tap = agent.tap();
    const method = pick("session/new", "session/load", "session/resume");
    tap.sent(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { mcpServers: handed.servers } }));
    const echo = secrets.map((value) => pick(...FORMS)(value));
    const said = { jsonrpc: "2.0", id: 1, result: { echo, all: JSON.stringify(handed.servers) } };
    tap.received(JSON.stringify(said), said);
    tap.garbage(`not json: ${echo.join(" ")}`);
    tap.ended();
    mustHide(JSON.stringify(kept.entries()), secrets, "the journal");
    mustHide(trafficText(kept.entries()), secrets, "its text");
    mustHide(warnings.join("\n"), secrets, "the log");
  }
  return count * 10;
}

/** What a provider sends, cut where a secret stands. */
async function pieces(count: number): Promise<number> {
  for (let at = 0; at < count; at += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    const { spec, secrets } = server();
    const kept = new Journal();
    kept.secrets.add(await specSecrets(spec, []));
    const long = secrets.filter((value) => kept.secrets.hide(value) !== value);
    const bytes = Buffer.from(long.map((value) => `${pick(...FORMS)(value)} and `).join(""));
    const recording = kept.begin({ provider: "p", method: "POST", url: "https://example.com", headers: {}, body: "" });
    for (let from = 0; from < bytes.length;) {
      const size = 1 + random(30);
      recording.piece(bytes.subarray(from, from + size));
      from += size;
    }
    recording.ended("end");
    const [entry] = kept.entries();
    mustHide(entry?.pieces.map(({ text }) => text).join("") ?? "", long, "the pieces");
  }
  return count;
}

export const attacks: readonly Attack[] = [
  {
    promise: "secrets",
    attacker: "hostile agent",
    tries: "echoes what its MCP servers are given, under names that say nothing",
    run: ({ isFull }) => journal(isFull ? 2_000 : 50),
  },
  {
    promise: "secrets",
    attacker: "provider",
    tries: "sends secrets back in any form, cut into pieces anywhere",
    run: ({ isFull }) => pieces(isFull ? 2_000 : 100),
  },
];
