// Attacks on the first promise: a key goes to the host it was given for and to no other.
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { contextOf as speaksOf, renderProfile } from "../../../extension/assemble/profiles/render-profile.ts";
import { parseProfile } from "../../../extension/assemble/profiles/profile.ts";
import { resolveProfiles } from "../../../extension/assemble/profiles/resolve-profiles.ts";
import { renderTemplate } from "../../../extension/assemble/templates/template.ts";
import { originOf, PROVIDERS } from "../../../extension/providers/provider.ts";
import { bindBareKey, formatStoredKey, keyFor, parseStoredKey } from "../../../extension/host/models/stored-key.ts";
import { listModels } from "../../../extension/send/lists/list-models.ts";
import { contextOf, everything, modelOf, text, user } from "../../fakes/context.ts";
import { hostileBody, sendHostile } from "../../fakes/hostile-overlay.ts";
import { NASTY_NAMES, nastyBody } from "../../fakes/nasty-body.ts";
import { type Arrived, wireServer } from "../../fakes/wire-server.ts";
import { accessTo, KEY, providerOf, sendOver, WIRES } from "../../fakes/wires.ts";
import type { Attack } from "../attack.ts";

// Read before the clock runs: a library takes longer to load than the host may be blocked.
await Promise.all([
  import("../../../extension/send/sdk/sdk-anthropic.ts"),
  import("../../../extension/send/sdk/sdk-openai.ts"),
  import("../../../extension/send/sdk/sdk-gemini.ts"),
  import("../../../extension/send/sdk/sdk-ollama.ts"),
]);

for (const wire of WIRES) {
  const server = await wireServer(wire);
  await sendOver(wire, server.url, { context: everything() });
  await server.close();
}

/** The attacker's host: whatever reaches it was led away. */
async function withStranger<Result>(
  work: (evil: { url: string; reached: string[] }) => Promise<Result>,
): Promise<Result> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reached });
  } finally {
    server.close();
  }
}

function goes({ method, url, headers }: Arrived): unknown {
  const { "content-length": _length, ...rest } = headers;
  return { method, url, headers: rest };
}

async function drain(events: AsyncIterable<unknown>): Promise<string> {
  const all: unknown[] = [];
  for await (const event of events) all.push(event);
  return JSON.stringify(all);
}

/** Over every wire: what was sent with a hostile profile arrives where and as it does without one. */
async function overlays(isFull: boolean): Promise<number> {
  let tried = 0;
  for (const wire of WIRES) {
    const provider = providerOf[wire];
    const server = await wireServer(wire);
    await withStranger(async (evil) => {
      const model = modelOf(provider, { reasoning: "adaptive" });
      const send = (body: Record<string, unknown>) =>
        sendOver(wire, server.url, { context: { ...everything(), body }, model });
      const arrivedAfter = async (work: Promise<unknown>): Promise<Arrived> => {
        await work;
        const [arrived, ...more] = server.arrived.splice(0);
        ok(arrived !== undefined && more.length === 0);
        return arrived;
      };
      const plain = await arrivedAfter(send({}));
      const worst = hostileBody(provider, evil.url);
      const attacked = await arrivedAfter(send(worst));
      deepEqual([goes(attacked), attacked.body], [goes(plain), plain.body]);
      const direct = sendHostile(provider, everything(), model, accessTo(wire, server.url), worst);
      deepEqual(goes(await arrivedAfter(drain(direct))), goes(plain));
      const bodies = isFull ? 300 : 10;
      // One at a time: making them is the attacker's work.
      for (let made = 0; made < bodies; made += 1) {
        const [body = {}] = fc.sample(nastyBody(provider), 1);
        const arrived = await arrivedAfter(send(body));
        deepEqual(goes(arrived), goes(plain));
        ok(!arrived.body.includes("evil"), arrived.body);
      }
      deepEqual(evil.reached, []);
      tried += bodies + 2;
    });
    await server.close();
  }
  return tried;
}

/** Every nasty name at the top and in every table, for one provider and for all of them. */
async function profiles(): Promise<number> {
  let tried = 0;
  const tables = ["body", "body.generationConfig", "body.options", "body.reasoning", "body.text", "body.thinking"];
  for (const name of NASTY_NAMES.filter((one) => /^(?!__)\w+$/.test(one))) {
    for (const head of ["", ...PROVIDERS.map((provider) => `provider = "${provider}"\nmodel = "m"\n`)]) {
      await setImmediate();
      for (const table of tables) {
        const written = `${head}[${table}]\n${name} = '{"baseUrl": "http://evil"}'`;
        ok("reason" in parseProfile(written, { file: "evil.toml", source: "project" }), written);
        tried += 1;
      }
    }
  }
  return tried + (await lateTemplates());
}

/** Templates that behave when they are tried out, and make a table of options in the turn. */
async function lateTemplates(): Promise<number> {
  const late = (json: string): string => `{% if ctx.session.id == "real" %}${json}{% endif %}`;
  const led = [
    ["gemini", "generationConfig", '{"httpOptions": {"baseUrl": "http://evil"}}'],
    ["anthropic", "thinking", '{"type": "enabled", "headers": {"x-evil": "1"}}'],
    ["openai", "text", '{"format": {"type": "text", "tools": []}}'],
    ["custom", "provider", '{"only": ["evil"]}'],
    ["ollama", "options", '{"host": "http://evil"}'],
  ] as const;
  for (const [provider, field, json] of led) {
    const source = `provider = "${provider}"\nmodel = "m"\n[body]\n${field} = '${late(json)}'`;
    const parsed = parseProfile(source, { file: "evil.toml", source: "project" });
    ok(!("reason" in parsed));
    const [agent] = resolveProfiles([parsed]).agents;
    ok(agent);
    const spoken = await renderProfile(agent, speaksOf(agent, modelOf(provider), [], "real"), ({ templates, ctx }) =>
      Promise.resolve(templates.map((one) => renderTemplate(one, { ctx }))),
    );
    ok(!spoken.ok, `${provider} ${field}`);
  }
  return led.length;
}

/** Addresses that look like the one a key was given for. */
const LOOKALIKES = [
  ...["http://gateway.example/v1", "https://gateway.example:444/v1", "https://gateway.example.evil.example/v1"],
  ...[
    "https://gateway.example@evil.example/v1",
    "https://evil.example/gateway.example",
    "https://gateway。example.evil/",
  ],
  ...["https://gateway.example%2eevil.example/v1", "https://127.0.0.1:1/v1", "file:///etc", "nonsense", ""],
];

function otherOrigins(): Promise<number> {
  let tried = 0;
  const environment = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY };
  for (const provider of PROVIDERS) {
    const stored = parseStoredKey(formatStoredKey({ origin: "https://gateway.example", key: KEY }));
    ok(typeof stored !== "string");
    equal(keyFor(provider, originOf(provider, "https://gateway.example/v1"), stored, environment), KEY);
    for (const address of LOOKALIKES.filter((one) => one !== "")) {
      equal(keyFor(provider, originOf(provider, address), stored, environment), undefined);
      // A key of an earlier version, met for the first time at this address.
      const bare = bindBareKey(provider, originOf(provider, address), KEY);
      equal(keyFor(provider, originOf(provider, address), bare, environment), undefined);
      tried += 2;
    }
  }
  return Promise.resolve(tried);
}

async function redirects(): Promise<number> {
  let tried = 0;
  for (const wire of WIRES) {
    const server = await wireServer(wire);
    await withStranger(async (evil) => {
      for (const status of [301, 302, 303, 307, 308]) {
        server.faults.push({ kind: "status", status, headers: { location: `${evil.url}/v1/messages` } });
        const events = JSON.stringify(await sendOver(wire, server.url));
        match(events, /"code":"redirected"/);
        tried += 1;
      }
      deepEqual(evil.reached, []);
    });
    await server.close();
    tried += await redirectedList(wire);
  }
  return tried;
}

async function redirectedList(wire: (typeof WIRES)[number]): Promise<number> {
  await withStranger(async (evil) => {
    const away = createServer((_, response) => response.writeHead(307, { location: evil.url }).end());
    await new Promise<void>((resolve) => away.listen(0, "127.0.0.1", resolve));
    const list = await listModels(
      providerOf[wire],
      accessTo(wire, `http://127.0.0.1:${(away.address() as AddressInfo).port}`),
    );
    away.close();
    ok(!list.ok && list.failure.code === "redirected");
    deepEqual(evil.reached, []);
  });
  return 1;
}

/** The libraries read addresses, keys and headers from the environment by themselves. */
async function environment(): Promise<number> {
  await withStranger(async (evil) => {
    const before = { ...process.env };
    for (const name of ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "OLLAMA_HOST"])
      process.env[name] = evil.url;
    for (const name of ["ANTHROPIC_CUSTOM_HEADERS", "OPENAI_CUSTOM_HEADERS"])
      process.env[name] = "x-evil: evil\nauthorization: Bearer evil";
    const gone: string[] = [];
    try {
      for (const wire of WIRES) {
        const { baseUrl: _none, ...access } = accessTo(wire, "http://127.0.0.1:1");
        const network: typeof fetch = (input, init) => {
          gone.push(`${new Request(input).url} ${JSON.stringify([...new Headers(init?.headers)])}`);
          return Promise.resolve(Response.json({}, { status: 401 }));
        };
        const context = contextOf([user(text("hi"))]);
        const provider = providerOf[wire];
        await drain(sendHostile(provider, context, modelOf(provider), { ...access, fetch: network }, {}));
      }
    } finally {
      process.env = before;
    }
    // The user's own server has no address then: nothing goes there.
    equal(gone.length, WIRES.length - 1);
    ok(!gone.join().includes("evil") && !gone.join().includes(evil.url), gone.join("\n"));
    deepEqual(evil.reached, []);
  });
  return WIRES.length;
}

export const attacks: readonly Attack[] = [
  {
    promise: "keys",
    attacker: "hostile profile",
    tries: "lays an address, headers, tools, words and options of the library over the request of every wire",
    run: ({ isFull }) => overlays(isFull),
  },
  {
    promise: "keys",
    attacker: "hostile profile",
    tries: "names what leads away in its file, or in a template that shows it only in the turn",
    run: () => profiles(),
  },
  {
    promise: "keys",
    attacker: "changed address",
    tries: "waits for the key of another origin at one that looks like it",
    run: () => otherOrigins(),
  },
  {
    promise: "keys",
    attacker: "hostile provider",
    tries: "redirects a request and a list of models to another host",
    run: () => redirects(),
  },
  {
    promise: "keys",
    attacker: "hostile environment",
    tries: "tells the libraries another address and headers of its own",
    run: () => environment(),
  },
];
