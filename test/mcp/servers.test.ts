// Servers kept in step with their configuration: what changes is started again, what may not start does not.
import { describe, expect, it } from "vitest";
import type { McpConfig, ServerConfig } from "../../extension/mcp/config/config.ts";
import type { Link, OpenLink } from "../../extension/mcp/connection/link.ts";
import type { ListedTool } from "../../extension/mcp/listed-tool.ts";
import { Servers, type ServersPorts } from "../../extension/mcp/servers.ts";
import { linkPorts } from "../fakes/mcp.ts";
import { until } from "../fakes/until.ts";

const config = (name: string, command = "run", origin: ServerConfig["origin"] = "user"): ServerConfig => ({
  ...{ name, origin, from: "the settings" },
  spec: { kind: "stdio", command },
});

const all = (...servers: ServerConfig[]): McpConfig => ({ servers, inputs: [], faults: [] });

/** Servers whose connections only say that they were made and ended. */
function world(given: Partial<ServersPorts> = {}): { servers: Servers; events: string[] } {
  const events: string[] = [];
  const open: OpenLink = (name, { spec }) => {
    const command = spec.kind === "stdio" ? spec.command : "";
    events.push(`open ${name} ${command}`);
    const close = (): Promise<void> => Promise.resolve(void events.push(`close ${name} ${command}`));
    const link: Partial<Link> = {
      about: "",
      tools: () => Promise.resolve([]),
      close,
      rootsChanged: () => void events.push(`roots ${name}`),
    };
    return Promise.resolve({ ok: true, value: link as Link });
  };
  const servers = new Servers({
    ...linkPorts(),
    open,
    fill: ({ spec }) => Promise.resolve({ ok: true, value: spec }),
    hindrance: () => undefined,
    isStopped: () => false,
    log: () => undefined,
    tell: (_, words) => events.push(words),
    changed: () => undefined,
    now: () => 0,
    after: () => () => undefined,
    ...given,
  });
  return { servers, events };
}

describe("servers", () => {
  it("are not started by being configured, but by the first turn, and once", async () => {
    const { servers, events } = world();
    servers.apply(all(config("a"), config("b")));
    expect(events).toEqual([]);
    await servers.ready("sending");
    await servers.ready("sending");
    expect(events).toEqual(["open a run", "open b run"]);
  });

  it("that hang are not waited for by a turn that is stopped, before or meanwhile", async () => {
    const { servers } = world({ open: () => new Promise(() => undefined) });
    servers.apply(all(config("a")));
    await servers.ready("sending", AbortSignal.abort());
    const stop = new AbortController();
    const ready = servers.ready("sending", stop.signal);
    expect(servers.named("a")?.state.kind).toBe("starting");
    stop.abort();
    await ready;
  });

  it("that are being started already, for one who types or by their permission, are still waited for by the turn", async () => {
    for (const begin of [
      (servers: Servers) => servers.ready("typing"),
      (servers: Servers) => servers.start("sending"),
    ]) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const { servers, events } = world({ fill: ({ spec }) => promise.then(() => ({ ok: true, value: spec })) });
      servers.apply(all(config("a")));
      void begin(servers);
      const ready = servers.ready("sending").then(() => events.push("ready"));
      await new Promise(setImmediate);
      expect(events).toEqual([]);
      resolve(undefined);
      await ready;
      expect(events).toEqual(["open a run", "ready"]);
    }
  });

  it("that did not change go on; those that did are started anew; those that are gone end", async () => {
    const { servers, events } = world();
    servers.apply(all(config("same"), config("other"), config("gone")));
    await servers.ready("sending");
    events.length = 0;
    servers.apply(all(config("same"), config("other", "run again")));
    await until(() => events.length === 3);
    expect(events.toSorted()).toEqual(["close gone run", "close other run", "open other run again"]);
  });

  it("that may not start do not, end when they may not any more, and start when they may", async () => {
    let why: string | undefined = "trust this workspace to use";
    const { servers, events } = world({ hindrance: () => why });
    servers.apply(all(config("a")));
    await servers.ready("sending");
    expect(events).toEqual([]);
    expect(servers.named("a")?.state).toEqual({ kind: "off", why });
    why = undefined;
    servers.review();
    await servers.ready("sending");
    expect(events).toEqual(["open a run"]);
    why = "no more";
    servers.review();
    await until(() => events.includes("close a run"));
  });

  it("that the user stopped stay stopped until the user starts them", async () => {
    const { servers, events } = world({ isStopped: (name) => name === "a" });
    servers.apply(all(config("a")));
    await servers.ready("sending");
    expect(events).toEqual([]);
    await servers.named("a")?.start();
    expect(events).toEqual(["open a run"]);
    await servers.named("a")?.stop();
    await servers.ready("sending");
    expect(events).toEqual(["open a run", "close a run"]);
  });

  it("that cannot be filled in say why, once, and are not tried again at once", async () => {
    const { servers, events } = world({
      fill: () => Promise.resolve({ ok: false, failure: { reason: 'the input "x" was not given' } }),
    });
    servers.apply(all(config("a")));
    await servers.ready("sending");
    await servers.ready("sending");
    expect(events).toEqual(['MCP server a failed: the input "x" was not given.']);
  });

  it("that want an input ask nobody who types, and one who sends once, until the user starts them", async () => {
    const asked: boolean[] = [];
    let isGiven = false;
    const changes: unknown[] = [];
    const { servers, events } = world({
      fill: ({ spec }, _, mayAsk) => {
        asked.push(mayAsk);
        if (isGiven) return Promise.resolve({ ok: true, value: spec });
        return Promise.resolve({ ok: false, failure: { reason: "not given", input: "token" } });
      },
      changed: ({ state }) => changes.push(state),
    });
    servers.apply(all(config("a")));
    const server = servers.named("a");
    await servers.ready("typing");
    await servers.ready("typing");
    await server?.use();
    expect(asked).toEqual([false]);
    const waits = { kind: "off", why: 'waiting for the input "token"' };
    expect(changes).toEqual([{ kind: "starting" }, waits]);
    await servers.ready("sending");
    await servers.ready("sending");
    servers.review();
    await servers.ready("typing");
    expect(asked).toEqual([false, true]);
    expect(server?.state).toEqual(waits);
    expect(events).toEqual([]);
    isGiven = true;
    await server?.restart();
    expect(asked).toEqual([false, true, true]);
    expect(events).toEqual(["open a run"]);
  });

  it("that are being started for one who types ask for one who sends meanwhile", async () => {
    const asked: boolean[] = [];
    const { servers, events } = world({
      fill: ({ spec }, _, mayAsk) => {
        asked.push(mayAsk);
        return Promise.resolve(
          mayAsk ? { ok: true, value: spec } : { ok: false, failure: { reason: "not given", input: "token" } },
        );
      },
    });
    servers.apply(all(config("a")));
    const typed = servers.ready("typing");
    await Promise.all([typed, servers.ready("sending")]);
    expect(asked).toEqual([false, true]);
    expect(events).toEqual(["open a run"]);
  });

  it("that are stopped while they start leave nothing behind", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { servers, events } = world({ fill: ({ spec }) => promise.then(() => ({ ok: true, value: spec })) });
    servers.apply(all(config("a")));
    const started = servers.named("a")?.use();
    const stopped = servers.named("a")?.stop();
    resolve(undefined);
    await Promise.all([started, stopped]);
    expect(servers.named("a")?.state).toEqual({ kind: "off" });
    expect(events).toEqual([]);
  });

  it("whose tools change while they are first listed, however long that takes, have them listed again", async () => {
    const { promise: listed, resolve } = Promise.withResolvers<ListedTool[]>();
    const tool = (name: string): ListedTool => ({
      ...{ name, title: name, description: "", input_schema: {}, digest: name },
      ...{ readOnly: false, destructive: false },
    });
    const lists = [listed, Promise.resolve([tool("new")])];
    const { promise: relisting, resolve: relist } = Promise.withResolvers<undefined>();
    const { servers } = world({
      open: (_name, _options, ports) => {
        ports.changed("tools");
        const link: Partial<Link> = {
          about: "",
          tools: async () => (await lists.shift()) ?? [],
          close: async () => {},
        };
        return Promise.resolve({ ok: true, value: link as Link });
      },
      after: (_, call) => {
        setImmediate(() => {
          call();
          relist(undefined);
        });
        return () => undefined;
      },
    });
    servers.apply(all(config("a")));
    const started = servers.named("a")?.use();
    await relisting;
    resolve([tool("old")]);
    await started;
    await expect.poll(() => servers.named("a")?.tools[0]?.name).toBe("new");
  });

  it("hear of folders that come and go", async () => {
    const { servers, events } = world();
    servers.apply(all(config("a")));
    await servers.ready("sending");
    servers.rootsChanged();
    expect(events.at(-1)).toBe("roots a");
  });

  it("do not hold a turn that was stopped", async () => {
    const { servers } = world({ fill: () => new Promise(() => undefined) });
    servers.apply(all(config("a")));
    const stop = new AbortController();
    const ready = servers.ready("sending", stop.signal);
    stop.abort();
    await ready;
    expect(servers.named("a")?.state.kind).toBe("starting");
  });
});
