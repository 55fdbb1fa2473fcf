// What a server offers, over stdio and over HTTP, against the project's own reference server.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everythingOverHttp, everythingSpec, type Rig, rig } from "../fakes/mcp.ts";
import { until } from "../fakes/until.ts";

const long = { duration: 3, steps: 30 };

describe.each(["stdio", "http"] as const)("server-everything over %s", (wire) => {
  let world: Rig;
  let http: Awaited<ReturnType<typeof everythingOverHttp>> | undefined;

  beforeAll(async () => {
    http = wire === "http" ? await everythingOverHttp() : undefined;
    world = rig(http === undefined ? everythingSpec : { kind: "http", url: http.url });
    await world.server.use();
  }, 30_000);
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await http?.[Symbol.asyncDispose]();
  });

  it("runs, with its tools under its name", () => {
    expect(world.server.state).toEqual({ kind: "running" });
    expect(world.tools().map(({ name }) => name)).toEqual(expect.arrayContaining(["fake_echo", "fake_get-sum"]));
  });

  it("answers with text", async () => {
    expect(await world.call("fake_get-sum", { a: 2, b: 3 })).toEqual({ ok: true, output: "The sum of 2 and 3 is 5." });
  });

  it("answers with a picture the model can see", async () => {
    const outcome = await world.call("fake_get-tiny-image");
    expect(outcome).toMatchObject({ ok: true, media: { mime: "image/png" } });
  });

  it("says of what a failed call died", async () => {
    const outcome = await world.call("fake_get-sum", { a: "x" });
    expect(outcome.ok).toBe(false);
    expect(outcome.output).toContain("expected number");
  });

  it("names resources it links to", async () => {
    const outcome = await world.call("fake_get-resource-links", { count: 2 });
    expect(outcome.output.match(/^Resource: \S+/gm)?.length).toBe(2);
  });

  it("tells how far a call is", async () => {
    const told: string[] = [];
    const signal = new AbortController();
    const call = world.call("fake_trigger-long-running-operation", long, signal.signal, (words) => told.push(words));
    await until(() => told.length > 0);
    signal.abort();
    expect(told[0]).toMatch(/^\d+ of 30/);
    expect(await call).toEqual({ ok: false, output: "Stopped by the user." });
  });

  it("learns of the workspace folders", async () => {
    // Offered once the server has asked for them.
    await until(() => world.tools().some(({ name }) => name === "fake_get-roots-list"));
    expect((await world.call("fake_get-roots-list")).output).toContain("file:///work");
  });
});

describe("a server at an address", () => {
  it("that is gone fails the call, and is connected again by the next turn", async () => {
    const first = await everythingOverHttp();
    await using world = rig({ kind: "http", url: first.url });
    await world.server.use();
    await first[Symbol.asyncDispose]();
    expect(await world.call("fake_echo", { message: "hi" })).toMatchObject({ ok: false });
    await until(() => world.server.state.kind === "failed");
    expect(world.told[0]).toMatch(/^MCP server fake failed: /);
  });

  it("where nobody listens says so once", async () => {
    await using world = rig({ kind: "http", url: "http://127.0.0.1:9/mcp" });
    expect(await world.server.use()).toBeUndefined();
    expect(await world.server.use()).toBeUndefined();
    expect(world.told).toHaveLength(1);
  });

  it("that is no web address is refused", async () => {
    await using world = rig({ kind: "http", url: "file:///etc/passwd" });
    await world.server.use();
    expect(world.told).toEqual(["MCP server fake failed: file:///etc/passwd is not a valid URL."]);
  });
});
