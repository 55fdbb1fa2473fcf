// The time a call may be silent, and whose time it is.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answering } from "../../extension/mcp/answering.ts";
import { LIMITS } from "../../extension/mcp/connection/link.ts";
import { Patience } from "../../extension/mcp/connection/patience.ts";
import { everythingSpec, rig } from "../fakes/mcp.ts";

describe("a call that is silent", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("ends when its time is up, which begins anew with each sign of life", () => {
    const call = new Patience(100).begin();
    vi.advanceTimersByTime(90);
    call.heard();
    vi.advanceTimersByTime(90);
    expect(call.signal.aborted).toBe(false);
    vi.advanceTimersByTime(10);
    expect(call.signal.aborted).toBe(true);
  });

  it("is not ended while its server waits for the user, also when it says something meanwhile", async () => {
    const patience = new Patience(100);
    const call = patience.begin();
    const { promise, resolve } = Promise.withResolvers<string>();
    const asked = patience.during(promise);
    const begunMeanwhile = patience.begin();
    vi.advanceTimersByTime(1_000);
    call.heard();
    vi.advanceTimersByTime(1_000);
    expect(call.signal.aborted || begunMeanwhile.signal.aborted).toBe(false);
    resolve("said");
    expect(await asked).toBe("said");
    vi.advanceTimersByTime(100);
    expect(call.signal.aborted && begunMeanwhile.signal.aborted).toBe(true);
  });

  it("that has ended leaves no time running", () => {
    const patience = new Patience(100);
    patience.begin().end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("a form may be filled in for longer than a call may be silent", async () => {
  const callMs = 1_000;
  const fill = async (): Promise<{ action: "accept"; values: { name: string } }> => {
    await new Promise((resolve) => setTimeout(resolve, callMs * 1.5));
    return { action: "accept", values: { name: "Ada" } };
  };
  const nobody = () => Promise.resolve(undefined);
  const answers = answering({
    modelName: () => "",
    approve: nobody,
    goOn: nobody,
    fill,
    sample: () => Promise.resolve({ ok: false, failure: "nobody is there" }),
    openBrowser: () => Promise.resolve(false),
  });
  await using world = rig(everythingSpec, { answering: answers, limits: { ...LIMITS, callMs } });
  await world.server.use();
  expect((await world.call("fake_trigger-elicitation-request")).output).toContain("Ada");
});
