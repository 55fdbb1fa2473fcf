import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { CompletionCache } from "../../extension/pipelines/completion/cache.ts";
import { type Answer, Flight, type Spot, typedSince } from "../../extension/pipelines/completion/flight.ts";
import {
  backOffMs,
  FIRST_INTERVAL_MS,
  nextInterval,
  nextLatency,
  waitBefore,
} from "../../extension/pipelines/completion/pace.ts";
import { syntaxOf } from "../../extension/pipelines/completion/syntax.ts";

const script = syntaxOf("typescript");
const spot = (marked: string, document = "a.ts"): Spot => ({
  document,
  text: marked.replace("‸", ""),
  offset: marked.indexOf("‸"),
});

interface Request {
  spot: Spot;
  signal: AbortSignal;
  grown: (output: string) => void;
  end: (answer: Answer<string>) => void;
}

function scripted(): { flight: Flight<string>; requests: Request[]; tick: () => void; waits: number[] } {
  const requests: Request[] = [];
  const waits: number[] = [];
  let due: (() => void) | undefined;
  const flight = new Flight<string>({
    after: (ms, call) => {
      waits.push(ms);
      due = call;
      return () => {
        due = undefined;
      };
    },
    ask: (asked, signal, grown) => {
      const { promise, resolve } = Promise.withResolvers<Answer<string>>();
      requests.push({ spot: asked, signal, grown, end: resolve });
      return promise;
    },
  });
  const tick = (): void => {
    const call = due;
    due = undefined;
    call?.();
  };
  return { flight, requests, tick, waits };
}

describe("the request in flight", () => {
  it("leaves after the wait, and only the last of several keys", async () => {
    const { flight, requests, tick, waits } = scripted();
    const first = flight.want(spot("a‸"), script, 100);
    const second = flight.want(spot("ab‸"), script, 120);
    expect(await first).toEqual({ kind: "superseded" });
    expect(requests).toHaveLength(0);
    tick();
    expect(requests).toHaveLength(1);
    requests[0]?.end({ ok: true, output: "c" });
    expect(await second).toEqual({ kind: "answer", spot: spot("ab‸"), output: "c" });
    expect(waits).toEqual([100, 120]);
    expect(flight.sent).toBe(1);
  });

  it("leaves at once when the user asks", () => {
    const { flight, requests } = scripted();
    void flight.want(spot("a‸"), script, 0);
    expect(requests).toHaveLength(1);
  });

  it("is joined by a key that continues it", async () => {
    const { flight, requests } = scripted();
    const first = flight.want(spot("x = ‸"), script, 0);
    const second = flight.want(spot("x = f‸"), script, 0);
    requests[0]?.grown("fo");
    const third = flight.want(spot("x = fo‸"), script, 0);
    requests[0]?.grown("foo()");
    requests[0]?.end({ ok: true, output: "foo();" });
    for (const landed of [first, second, third])
      expect(await landed).toMatchObject({ kind: "answer", output: "foo();" });
    expect(requests).toHaveLength(1);
  });

  it("is joined by a bracket that the editor closes", () => {
    const { flight, requests } = scripted();
    void flight.want(spot("x = f‸\ny"), script, 0);
    void flight.want(spot("x = f(‸)\ny"), script, 0);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ["another key than what came", "x = f‸", "g"],
    ["a deletion", "x =‸", "f"],
    ["a change elsewhere", "y\nx = f‸", "f"],
  ])("is aborted at once by %s", async (_, then, came) => {
    const { flight, requests } = scripted();
    const first = flight.want(spot("x = ‸"), script, 0);
    requests[0]?.grown(came);
    void flight.want(spot(then), script, 0);
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(await first).toEqual({ kind: "superseded" });
    expect(requests).toHaveLength(2);
  });

  it("is aborted at once in another document", () => {
    const { flight, requests } = scripted();
    void flight.want(spot("x = ‸"), script, 0);
    void flight.want(spot("x = ‸", "b.ts"), script, 0);
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it("is aborted as soon as what comes is not what was typed", async () => {
    const { flight, requests } = scripted();
    const first = flight.want(spot("x = ‸"), script, 0);
    void flight.want(spot("x = f‸"), script, 0);
    requests[0]?.grown("g");
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(await first).toEqual({ kind: "superseded" });
    expect(flight.isBusy).toBe(false);
  });

  it("tells a failure once, and is free then", async () => {
    const { flight, requests } = scripted();
    const first = flight.want(spot("x = ‸"), script, 0);
    requests[0]?.end({ ok: false, failure: "no server" });
    expect(await first).toEqual({ kind: "failed", failure: "no server" });
    expect(flight.isBusy).toBe(false);
  });

  it("does not show an answer that ends before what was typed", async () => {
    const { flight, requests } = scripted();
    const first = flight.want(spot("x = ‸"), script, 0);
    void flight.want(spot("x = foo‸"), script, 0);
    requests[0]?.end({ ok: true, output: "fo" });
    expect(await first).toEqual({ kind: "superseded" });
  });

  it("reads what was typed with the line ends of Windows", () => {
    expect(typedSince(spot("a {‸\r\nb"), spot("a {\r\n  ‸\r\nb"), script)).toBe("\n  ");
  });
});

describe("the wait", () => {
  const usual = { intervalMs: 200, latencyMs: 0, isInsideWord: false, isRestOpen: false, isManual: false };

  it("is the typist's interval less the latency, between 75 and 1000 ms", () => {
    expect(waitBefore(usual)).toBe(200);
    expect(waitBefore({ ...usual, latencyMs: 100 })).toBe(100);
    expect(waitBefore({ ...usual, latencyMs: 900 })).toBe(75);
    expect(waitBefore({ ...usual, intervalMs: 5_000 })).toBe(1_000);
  });

  it("is longer where a completion is unlikely", () => {
    expect(waitBefore({ ...usual, isInsideWord: true })).toBe(400);
    expect(waitBefore({ ...usual, isInsideWord: true, isRestOpen: true })).toBe(800);
  });

  it("is none when the user asks", () => {
    expect(waitBefore({ ...usual, isInsideWord: true, isManual: true })).toBe(0);
  });

  it("follows the typist, and does not take a pause for typing", () => {
    let interval = FIRST_INTERVAL_MS;
    for (let key = 0; key < 50; key += 1) interval = nextInterval(interval, 90);
    expect(interval).toBeCloseTo(90, 0);
    expect(nextInterval(interval, 30_000)).toBe(interval);
    expect(nextLatency(undefined, 300)).toBe(300);
    expect(nextLatency(300, 400)).toBe(330);
  });

  it("grows with failures, up to five minutes, and is at least what the server asks for", () => {
    expect([0, 1, 2, 3, 20].map((failures) => backOffMs(failures))).toEqual([0, 2_000, 4_000, 8_000, 300_000]);
    expect(backOffMs(1, 30_000)).toBe(30_000);
  });
});

describe("the cache", () => {
  const find = (cache: CompletionCache, marked: string): string | undefined => {
    const { text, offset } = spot(marked);
    return cache.find(text, offset, script)?.output;
  };
  const keep = (cache: CompletionCache, marked: string, output: string): void => {
    const { text, offset } = spot(marked);
    cache.keep(text, offset, output);
  };

  it("finds an answer by what stands before and after the caret", () => {
    const cache = new CompletionCache();
    keep(cache, "a\nx = ‸\nb", "foo(1)");
    expect(find(cache, "a\nx = ‸\nb")).toBe("foo(1)");
    expect(find(cache, "a\nx = ‸\nc")).toBeUndefined();
    expect(find(cache, "c\nx = ‸\nb")).toBeUndefined();
  });

  it("keeps it while it is typed, brackets of the editor included, and brings it back on deleting", () => {
    const cache = new CompletionCache();
    keep(cache, "x = ‸\nb", 'foo(["a"])');
    expect(find(cache, "x = fo‸\nb")).toBe('o(["a"])');
    expect(find(cache, "x = foo(‸)\nb")).toBe('["a"])');
    expect(find(cache, "x = foo([‸])\nb")).toBe('"a"])');
    expect(find(cache, 'x = foo(["‸"])\nb')).toBe('a"])');
    expect(find(cache, "x = fa‸\nb")).toBeUndefined();
    expect(find(cache, "x = f‸\nb")).toBe('oo(["a"])');
    expect(find(cache, "x = ‸\nb")).toBe('foo(["a"])');
  });

  it("takes the latest answer to a place, and none that is typed to its end", () => {
    const cache = new CompletionCache();
    keep(cache, "x = ‸", "1");
    keep(cache, "x = ‸", "2");
    expect(find(cache, "x = ‸")).toBe("2");
    expect(find(cache, "x = 2‸")).toBeUndefined();
  });

  it("finds it in a long document, after lines were typed, and with the line ends of Windows", () => {
    const cache = new CompletionCache();
    const long = "const a = 1;\r\n".repeat(5_000);
    keep(cache, `${long}f(() => {‸\r\n${long}`, "\n  one();\n  two();\n}");
    expect(find(cache, `${long}f(() => {\r\n  one();‸\r\n${long}`)).toBe("\n  two();\n}");
  });

  it("does not grow without end", () => {
    const cache = new CompletionCache();
    for (let count = 0; count < 500; count += 1) keep(cache, `x${count} = ‸`, "1");
    expect(cache.size).toBe(100);
    expect(find(cache, "x0 = ‸")).toBeUndefined();
    expect(find(cache, "x499 = ‸")).toBe("1");
  });

  it("keeps what it needs of a document, and not the document", () => {
    setFlagsFromString("--expose_gc");
    const collect = runInNewContext("gc") as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 1_000_000;
    };
    const cache = new CompletionCache();
    const before = used();
    for (let count = 0; count < 50; count += 1) cache.keep(Buffer.alloc(1_000_000, 97).toString(), 500_000, "1");
    expect(used() - before).toBeLessThan(5);
    expect(cache.size).toBe(50);
  });
});
