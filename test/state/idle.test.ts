// Work that may wait, and what is loaded late: one failure is no end of it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const reported: unknown[] = [];

beforeEach(() => {
  vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run));
  vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
});
afterEach(async () => {
  vi.useRealTimers();
  const { noteKey } = await import("../../webview/state/answer/draw-pace.ts");
  noteKey(Number.NEGATIVE_INFINITY);
  vi.unstubAllGlobals();
  vi.doUnmock("../../webview/markdown/renderer.ts");
  reported.length = 0;
});

test("a job that fails is reported, and the next is done", async () => {
  const { whenIdle } = await import("../../webview/markdown/idle.ts");
  whenIdle(() => Promise.reject(new Error("no such chunk")));
  await new Promise<void>((done) => whenIdle(done));
  expect(reported).toEqual([new Error("no such chunk")]);
});

test("a job waits until the user has not typed for a moment", async () => {
  // Loaded before, because a module that loads takes real time.
  const { whenIdle } = await import("../../webview/markdown/idle.ts");
  const { noteKey } = await import("../../webview/state/answer/draw-pace.ts");
  const job = vi.fn();
  vi.useFakeTimers();
  noteKey();
  whenIdle(job);
  await vi.advanceTimersByTimeAsync(500);
  noteKey();
  await vi.advanceTimersByTimeAsync(600);
  expect(job).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(job).toHaveBeenCalledTimes(1);
});

test("a renderer that could not be loaded is loaded when it is next wanted, and then only once", async () => {
  const createRenderer = vi.fn(() => ({}));
  const load = vi
    .fn(() => ({ createRenderer }))
    .mockImplementationOnce(() => {
      throw new Error("no such chunk");
    });
  vi.doMock("../../webview/markdown/renderer.ts", load);
  const { loadRenderer, loadedRenderer } = await import("../../webview/markdown/load.ts");
  await expect(loadRenderer()).rejects.toThrow();
  expect(loadedRenderer()).toBeUndefined();
  const renderer = await loadRenderer();
  expect(loadedRenderer()).toBe(renderer);
  expect(await loadRenderer()).toBe(renderer);
  expect(createRenderer).toHaveBeenCalledTimes(1);
});
