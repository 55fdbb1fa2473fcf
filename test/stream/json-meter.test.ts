// JSON and events are weighed while they arrive: the same however they are cut, and what is too much is refused.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventMeter, type Excess } from "../../extension/stream/event-meter.ts";
import { JsonMeter } from "../../extension/stream/json-meter.ts";
import { readBounded } from "../../extension/stream/read-bounded.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The same bytes in pieces. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, index) => bytes.subarray(from, at[index] ?? bytes.length));
}

function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + membersOf(inner), own);
}

describe("a JSON text", () => {
  it("may have so many members and no more, however it is cut", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.nat()), (value, places) => {
        const bytes = bytesOf(JSON.stringify(value));
        const members = membersOf(value);
        const holds = (most: number): boolean => {
          const meter = new JsonMeter({ members: most, items: Infinity, depth: Infinity });
          return cut(bytes, places).every((piece) => meter.add(piece));
        };
        expect(holds(members)).toBe(true);
        expect(members === 0 || !holds(members - 1)).toBe(true);
      }),
    );
  });

  it("is measured by its lists and its depth, not by the signs in its strings", () => {
    const meter = (): JsonMeter => new JsonMeter({ members: 10, items: 10, depth: 3 });
    expect(meter().add(bytesOf(JSON.stringify('{"a":[,:\\"'.repeat(100))))).toBe(true);
    expect(meter().add(bytesOf("[1,2,3]"))).toBe(true);
    expect(meter().add(bytesOf(`[${"1,".repeat(20)}1]`))).toBe(false);
    expect(meter().add(bytesOf("[[[[1]]]]"))).toBe(false);
    expect(meter().add(bytesOf("[[[1]],[[1]]]"))).toBe(true);
  });
});

const LIMITS = { eventBytes: 1_000, idleBytes: 100 };

function weigh(pieces: readonly Uint8Array[]): { excess: Excess | undefined; count: number } {
  const meter = new EventMeter(LIMITS);
  for (const piece of pieces) {
    const excess = meter.add(piece);
    if (excess !== undefined) return { excess, count: meter.count };
  }
  return { excess: undefined, count: meter.count };
}

describe("a stream of events", () => {
  const Line = fc.constantFrom("data: 1", "data", "data:{}", ": ping", "event: x", "id: 1", "dat", "", "");
  const End = fc.constantFrom("\n", "\r\n", "\r");

  it("has as many events as there are blank lines after data, however it is cut and its lines end", () => {
    fc.assert(
      fc.property(fc.array(Line, { maxLength: 20 }), End, fc.array(fc.nat()), (lines, end, places) => {
        let events = 0;
        let hasData = false;
        for (const line of lines) {
          if (line === "" && hasData) events += 1;
          hasData = line !== "" && (hasData || /^data(:|$)/.test(line));
        }
        const bytes = bytesOf(lines.map((line) => line + end).join(""));
        expect(weigh(cut(bytes, places))).toEqual({ excess: undefined, count: events });
      }),
    );
  });

  it.each([
    ["blank lines", "\n", "idle-bytes"],
    ["comments", ": ping\n\n", "idle-bytes"],
    ["names", "event: x\n", "idle-bytes"],
    ["a line without an end", "x", "idle-bytes"],
    ["lines of data", "data: x\n", "event-bytes"],
    ["empty lines of data", "data:\n", "event-bytes"],
  ])("is cut when it has nothing but %s", (_, piece, excess) => {
    expect(weigh(Array.from({ length: 2_000 }, () => bytesOf(piece))).excess).toBe(excess);
  });

  it("may go on for ever with events, and comments between them", () => {
    const pieces = Array.from({ length: 10_000 }, () => bytesOf(": ping\n\ndata: 1\n\n"));
    expect(weigh(pieces)).toEqual({ excess: undefined, count: 10_000 });
  });

  it("is cut at an event that would take too long to parse", () => {
    const meter = new EventMeter({ ...LIMITS, weight: { members: 3, items: 100, depth: 100 } });
    expect(meter.add(bytesOf('data: {"a":1,"b":2}\n\ndata: {"a":1,"b":2}\n\n'))).toBeUndefined();
    expect(meter.add(bytesOf('data: {"a":1,"b":2,\ndata: "c":3,"d":4}\n\n'))).toBe("event-weight");
  });
});

describe("the start of a body", () => {
  const bodyOf = (pieces: readonly Uint8Array[], cancelled = { is: false }): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull(controller) {
        const [next, ...rest] = pieces;
        pieces = rest;
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
      cancel() {
        cancelled.is = true;
      },
    });

  it("is what a bound allows, however it is cut", async () => {
    const property = fc.asyncProperty(fc.uint8Array(), fc.array(fc.nat()), fc.nat(40), async (bytes, places, most) => {
      const read = await readBounded(bodyOf(cut(bytes, places)), { bytes: most, ms: 10_000 });
      expect([...read.bytes]).toEqual([...bytes.subarray(0, most)]);
      expect(read.isWhole).toBe(bytes.length <= most);
    });
    await fc.assert(property);
  });

  it("ends with its time, and the connection with it", async () => {
    const cancelled = { is: false };
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytesOf("first"));
      },
      cancel: () => {
        cancelled.is = true;
      },
    });
    const { bytes, isWhole } = await readBounded(silent, { bytes: 100, ms: 20 });
    expect(new TextDecoder().decode(bytes)).toBe("first");
    expect({ isWhole, ...cancelled }).toEqual({ isWhole: false, is: true });
  });

  it("is given when the body breaks off", async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytesOf("first"));
      },
      pull: (controller) => {
        controller.error(new Error("broken"));
      },
    });
    expect(await readBounded(broken, { bytes: 100, ms: 10_000 })).toMatchObject({ isWhole: false });
  });
});
