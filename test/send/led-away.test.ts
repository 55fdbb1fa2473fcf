// No profile, environment or redirect leads a key or a message to another host, over any wire and its official library.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { overlays } from "../../extension/providers/overlay.ts";
import { listModels } from "../../extension/send/lists/list-models.ts";
import { Journal } from "../../extension/send/line/journal.ts";
import { contextOf, everything, modelOf, text, user } from "../fakes/context.ts";
import { hostileBody, sendHostile } from "../fakes/hostile-overlay.ts";
import { nastyBody } from "../fakes/nasty-body.ts";
import { type Arrived, type WireServer, wireServer } from "../fakes/wire-server.ts";
import { accessTo, KEY, providerOf, sendOver, WIRES } from "../fakes/wires.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function served(wire: (typeof WIRES)[number]): Promise<WireServer> {
  const server = await wireServer(wire);
  open.push(() => server.close());
  return server;
}

/** Another host: whatever reaches it was led away. */
async function stranger(): Promise<{ url: string; reached: string[] }> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reached };
}

const fieldsOf = (json: unknown): Record<string, unknown> => json as Record<string, unknown>;

/** All that is to stay as it is: where it goes, with which headers, and what it says. */
function fixed({ method, url, headers, json }: Arrived): unknown {
  const { "content-length": _length, ...rest } = headers;
  return { method, url, headers: rest, json };
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  const all: unknown[] = [];
  for await (const event of events) all.push(event);
}

async function lastOf(server: WireServer, send: () => Promise<unknown>): Promise<Arrived> {
  server.arrived.length = 0;
  await send();
  expect(server.arrived).toHaveLength(1);
  const [arrived] = server.arrived;
  if (arrived === undefined) throw new Error("nothing arrived");
  return arrived;
}

describe.each(WIRES)("over %s", (wire) => {
  const provider = providerOf[wire];
  const model = { reasoning: "adaptive" as const };

  it("a hostile overlay that passed every check before changes neither address, headers, tools, words nor options", async () => {
    const [server, evil] = await Promise.all([served(wire), stranger()]);
    const plain = await lastOf(server, () => sendOver(wire, server.url, { context: everything(), model }));
    const context = { ...everything(), body: hostileBody(provider, evil.url) };
    const attacked = await lastOf(server, () => sendOver(wire, server.url, { context, model }));
    expect(fixed(attacked)).toEqual(fixed(plain));
    expect(evil.reached).toEqual([]);
  });

  it("fields that reach the sender itself become no options of its library", async () => {
    const [server, evil] = await Promise.all([served(wire), stranger()]);
    const plain = await lastOf(server, () => sendOver(wire, server.url, { context: everything(), model }));
    const body = hostileBody(provider, evil.url);
    const access = accessTo(wire, server.url);
    const attacked = await lastOf(server, () =>
      drain(sendHostile(provider, everything(), modelOf(provider, model), access, body)),
    );
    const { method, url, headers } = attacked;
    const { "content-length": _a, ...own } = headers;
    const { "content-length": _b, ...expected } = plain.headers;
    expect({ method, url, headers: own }).toEqual({ method: plain.method, url: plain.url, headers: expected });
    for (const name of ["tools", "messages", "contents", "input", "system", "instructions", "systemInstruction"])
      expect(fieldsOf(attacked.json)[name], name).toEqual(fieldsOf(plain.json)[name]);
    const known = new Set([...Object.keys(fieldsOf(plain.json)), ...Object.keys(overlays[provider])]);
    expect(Object.keys(fieldsOf(attacked.json)).filter((name) => !known.has(name))).toEqual([]);
    expect(evil.reached).toEqual([]);
  });

  it("random nasty bodies change nothing but what the list has", async () => {
    const server = await served(wire);
    const context = contextOf([user(text("hi"))]);
    const plain = await lastOf(server, () => sendOver(wire, server.url, { context, model }));
    await fc.assert(
      fc.asyncProperty(nastyBody(provider), async (body) => {
        const sent = await lastOf(server, () => sendOver(wire, server.url, { context: { ...context, body }, model }));
        expect([sent.url, sent.headers["authorization"]]).toEqual([plain.url, plain.headers["authorization"]]);
        expect(Object.keys(sent.headers).toSorted()).toEqual(Object.keys(plain.headers).toSorted());
        expect(sent.body).not.toContain("evil");
        const said = new Map(Object.entries(fieldsOf(sent.json)));
        for (const [name, value] of Object.entries(fieldsOf(plain.json)))
          if (!Object.hasOwn(overlays[provider], name)) expect(said.get(name)).toEqual(value);
      }),
      { numRuns: 25 },
    );
  });

  it.each([301, 302, 307, 308])("a redirect (%i) is not followed, and its host is named", async (status) => {
    const [server, evil] = await Promise.all([served(wire), stranger()]);
    const journal = new Journal();
    server.faults.push({ kind: "status", status, headers: { location: `${evil.url}/v1/away?key=x` } });
    const events = await sendOver(wire, server.url, { access: { journal } });
    expect(events).toMatchObject([{ type: "failed", failure: { code: "redirected", action: "openSettings" } }]);
    expect(JSON.stringify(events)).toContain(`redirects to ${evil.url}/v1/away, so nothing was sent.`);
    expect(evil.reached).toEqual([]);
    expect(journal.entries()).toMatchObject([{ status, ended: { how: "redirected" } }]);
  });

  it("a redirect of the list of models is not followed", async () => {
    const [server, evil] = await Promise.all([served(wire), stranger()]);
    const away = createServer((_, response) => response.writeHead(307, { location: evil.url }).end());
    await new Promise<void>((resolve) => away.listen(0, "127.0.0.1", resolve));
    open.push(() => away.close());
    const url = `http://127.0.0.1:${(away.address() as AddressInfo).port}`;
    expect(await listModels(provider, accessTo(wire, url))).toMatchObject({
      ok: false,
      failure: { code: "redirected" },
    });
    expect(evil.reached).toEqual([]);
    expect(server.arrived).toEqual([]);
  });

  it("a library that was told another address is stopped before anything goes", async () => {
    const [server, evil] = await Promise.all([served(wire), stranger()]);
    const before = { ...process.env };
    const names = ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "OLLAMA_HOST"];
    for (const name of names) process.env[name] = evil.url;
    process.env["ANTHROPIC_CUSTOM_HEADERS"] = "x-evil: evil\nauthorization: Bearer evil";
    process.env["OPENAI_CUSTOM_HEADERS"] = "x-evil: evil\nauthorization: Bearer evil";
    process.env["OPENAI_ADMIN_KEY"] = "evil";
    const gone: string[] = [];
    try {
      const { baseUrl: _none, ...access } = accessTo(wire, server.url);
      const network: typeof fetch = (input, init) => {
        gone.push(`${new Request(input).url} ${JSON.stringify([...new Headers(init?.headers)])}`);
        return Promise.resolve(new Response("{}", { status: 401 }));
      };
      await drain(sendHostile(provider, everything(), modelOf(provider), { ...access, fetch: network }, {}));
    } finally {
      process.env = before;
    }
    const own = { anthropic: "https://api.anthropic.com/", openai: "https://api.openai.com/v1/", custom: undefined };
    const address =
      provider === "gemini"
        ? "https://generativelanguage.googleapis.com/"
        : provider === "ollama"
          ? "http://127.0.0.1:11434/"
          : own[provider];
    expect(gone).toHaveLength(address === undefined ? 0 : 1);
    for (const line of gone) expect(line.startsWith(address ?? "none")).toBe(true);
    expect(gone.join()).not.toContain("evil");
    expect(evil.reached).toEqual([]);
  });

  it("without a key for its host none goes, and the failure names the host and offers to enter one", async () => {
    const server = await served(wire);
    server.key = KEY;
    const { key: _key, ...access } = accessTo(wire, server.url);
    const events: unknown[] = [];
    for await (const event of sendHostile(provider, contextOf([user(text("hi"))]), modelOf(provider), access, {}))
      events.push(event);
    const { host } = new URL(server.url);
    expect(events).toMatchObject([{ type: "failed", failure: { code: "no-key", action: "setApiKey" } }]);
    expect(JSON.stringify(events)).toContain(host);
    expect(JSON.stringify(server.arrived)).not.toContain(KEY);
  });
});

describe("the journal", () => {
  it("holds no secret of an address: neither a password nor the values of a query", async () => {
    const journal = new Journal();
    const network: typeof fetch = () => Promise.resolve(new Response("{}", { status: 401 }));
    const access = accessTo("openai-chat", "http://127.0.0.1:9", { journal, fetch: network });
    const baseUrl = "http://name:hunter2@127.0.0.1:9/v1?key=AIza-secret&alt=sse";
    const events: unknown[] = [];
    const model = modelOf("custom");
    for await (const event of sendHostile("custom", contextOf([user(text("hi"))]), model, { ...access, baseUrl }, {}))
      events.push(event);
    const kept = JSON.stringify([journal.entries(), events]);
    expect(journal.entries()).toHaveLength(1);
    expect(kept).not.toMatch(/hunter2|AIza-secret/);
  });
});
