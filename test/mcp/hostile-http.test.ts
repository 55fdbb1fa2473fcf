// A server at an address that means ill: the call fails with a reason, and nothing else happens.
import { expect, test } from "vitest";
import { askResource } from "../../extension/mcp/ask-server.ts";
import { LIMITS } from "../../extension/mcp/connection/link.ts";
import { hostileHttp, type HttpMode } from "../fakes/mcp-http.ts";
import { rig } from "../fakes/mcp.ts";
import { until } from "../fakes/until.ts";

test.each([
  ["huge", /16 MB/],
  ["flood", /it sent too many messages|closed/],
  ["hangs", /the request timed out/],
  ["garbage", /it returned an invalid MCP response/],
  ["error", /HTTP 500/],
  ["redirect", /Redirect/],
  ["cut", /closed/],
  ["forgets", /HTTP 404/],
] as const satisfies [HttpMode, RegExp][])("%s ends the call with a reason", async (mode, reason) => {
  await using server = await hostileHttp(mode);
  await using world = rig(
    { kind: "http", url: server.url },
    { limits: { ...LIMITS, callMs: mode === "hangs" ? 300 : 15_000 }, after: () => () => undefined },
  );
  await world.server.use();
  expect(world.server.state.kind).toBe("running");
  const { ok, output } = await world.call("fake_echo");
  expect(ok).toBe(false);
  expect(output).toMatch(/^fake_echo failed: /);
  expect(output).toMatch(reason);
  expect(output).not.toMatch(/[\u001b\u202e]/);
  expect(output.length).toBeLessThan(600);
  await until(() => world.server.state.kind !== "starting");
  expect(world.told.length).toBeLessThanOrEqual(1);
});

test.each([
  ["forgets", "HTTP 404", "failed"],
  ["error", "HTTP 500", "running"],
] as const satisfies [HttpMode, string, string][])(
  "one that %s when a resource is read says why, and is started again if it knows us no more",
  async (mode, reason, state) => {
    await using server = await hostileHttp(mode);
    await using world = rig({ kind: "http", url: server.url }, { after: () => () => undefined });
    await world.server.use();
    const read = await askResource(world.server, "note:1", 1);
    expect(read).toEqual({ parts: [], reason: `fake reported: it returned ${reason}` });
    expect(world.server.state.kind).toBe(state);
  },
);
