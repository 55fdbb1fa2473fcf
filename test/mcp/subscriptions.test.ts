import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Callers } from "../../extension/mcp/callers.ts";
import type { Server } from "../../extension/mcp/server.ts";
import { Subscriptions } from "../../extension/mcp/subscriptions.ts";
import { everythingServer, type RunningServer } from "../fakes/running-server.ts";
import { until } from "../fakes/until.ts";

let running: RunningServer;
beforeAll(async () => {
  running = everythingServer(() => undefined);
  await running.server.use();
});
afterAll(() => running.server.stop());

describe("a resource that is followed", () => {
  it("tells when its server says that it has changed, and not once it is followed no more", async () => {
    const { promise: changed, resolve } = Promise.withResolvers<undefined>();
    const log: string[] = [];
    const subscriptions = new Subscriptions({
      named: () => running.server,
      changed: () => {
        resolve(undefined);
      },
      log: (_server, line) => log.push(line),
    });
    const followed = { server: "everything", uri: "demo://resource/dynamic/text/1" };
    subscriptions.follow([followed]);
    subscriptions.follow([followed]);
    const { signal } = new AbortController();
    await running.server.link?.call("toggle-subscriber-updates", {}, { signal });
    await changed;
    subscriptions.follow([]);
    await running.server.link?.call("toggle-subscriber-updates", {}, { signal });
    expect(log).toEqual([]);
  });
});

it("that could not be followed is asked for again when its server has changed", async () => {
  const asked: string[] = [];
  const client = {
    getServerCapabilities: () => ({ resources: { subscribe: true } }),
    setNotificationHandler: () => undefined,
    request: ({ method }: { method: string }) => {
      asked.push(method);
      return asked.length === 1 ? Promise.reject(new Error("not now")) : Promise.resolve({});
    },
  };
  const log: string[] = [];
  const subscriptions = new Subscriptions({
    named: () => ({ link }) as unknown as Server,
    changed: () => undefined,
    log: (_server, line) => log.push(line),
  });
  const link = { client };
  subscriptions.follow([{ server: "notes", uri: "note://1" }]);
  await until(() => log.length === 1);
  subscriptions.again("notes");
  subscriptions.again("notes");
  expect(asked).toEqual(["resources/subscribe", "resources/subscribe"]);
});

describe("the conversation a server works for", () => {
  it("is that of the call that began last, as long as it runs", () => {
    const callers = new Callers();
    const endFirst = callers.begin("notes", "ses_1");
    const endSecond = callers.begin("notes", "ses_2");
    const second = callers.of("notes");
    expect(second?.conversationId).toBe("ses_2");
    endSecond();
    expect(second?.signal.aborted).toBe(true);
    expect(callers.of("notes")?.conversationId).toBe("ses_1");
    endFirst();
    expect(callers.of("notes")).toBeUndefined();
  });
});
