// What holds for every stream: however it is cut, whatever it leaves out, whatever garbage it ends in.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AssistantMessage } from "../../extension/message/message.ts";
import { answers, type WireName } from "../fakes/wire-answers.ts";
import { WIRES } from "../fakes/wires.ts";
import type { Recorded } from "./behaviour.ts";
import { recorded, Wires } from "./turn.ts";

const RUNS = { numRuns: 10 };

/** What the rich answer calls. */
const SENT = [{ path: "a.ts" }, { path: "b.ts" }];

let wires: Wires;
beforeAll(() => {
  wires = new Wires();
});
afterAll(() => {
  wires.close();
});

/** A thought, words and two calls whose arguments stream. */
const rich = (wire: WireName): string[] => answers[wire].rich();

const inPieces = (pieces: Uint8Array<ArrayBuffer>[]): Recorded => ({ status: 200, headers: {}, pieces });

/** The bytes, parted at each of these places. */
function cut(bytes: Uint8Array<ArrayBuffer>, places: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const sorted = [0, ...places.map((place) => place % bytes.length).toSorted((a, b) => a - b), bytes.length];
  return sorted.slice(1).flatMap((end, index) => {
    const piece = bytes.slice(sorted[index], end);
    return piece.length === 0 ? [] : [piece];
  });
}

describe.each(WIRES)("over %s", (wire) => {
  const bytes = new TextEncoder().encode(rich(wire).join(""));

  it("the stored answer is the same, whatever way the stream is cut into pieces", async () => {
    const whole = await wires.turn({ wire, responses: [recorded(rich(wire))] });
    expect(whole.ran).toEqual(SENT);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 40 }), async (places) => {
        const { answer, ran } = await wires.turn({ wire, responses: [inPieces(cut(bytes, places))] });
        expect(answer.parts).toEqual(whole.answer.parts);
        expect(answer.metadata.finish).toBe(whole.answer.metadata.finish);
        expect(ran).toEqual(SENT);
      }),
      RUNS,
    );
  });

  it("words and calls are the same, whatever optional fields are left out or null", async () => {
    const whole = await wires.turn({ wire, responses: [recorded(rich(wire))] });
    const fates = fc.array(fc.constantFrom<Fate>("kept", "left out", "null"), { minLength: 7, maxLength: 23 });
    await fc.assert(
      fc.asyncProperty(fates, async (chosen) => {
        const { answer, ran } = await wires.turn({ wire, responses: [recorded(without(wire, chosen))] });
        expect(essence(answer)).toEqual(essence(whole.answer));
        expect(ran).toEqual(SENT);
      }),
      RUNS,
    );
  });

  it("no tool runs that did not come whole, whatever garbage follows or replaces a part, and the conversation goes on", async () => {
    await fc.assert(
      fc.asyncProperty(broken(wire, bytes), async (pieces) => {
        const { ran, last } = await wires.turn({ wire, responses: [inPieces(pieces)], patience: { attempts: 1 } });
        // A server that sends a whole call again is taken at its word.
        for (const given of ran) expect(SENT.some((input) => isDeepStrictEqual(given, input))).toBe(true);
        expect(last.metadata.finish).toBe("end");
      }),
      { numRuns: 25 },
    );
  });
});

type Fate = "kept" | "left out" | "null";

/** What a server may leave out or null without a change of what it says. */
const OPTIONAL: Readonly<Record<WireName, readonly string[]>> = {
  anthropic: ["message", "usage", "stop_sequence", "signature", "text", "input", "index", "stop_reason"],
  "openai-responses": ["object", "model", "output", "output_index", "content_index", "usage", "role", "status", "part"],
  "openai-chat": ["id", "object", "model", "usage", "index", "role", "type", "finish_reason"],
  gemini: ["index", "role", "usageMetadata", "responseId", "id", "thoughtSignature"],
  ollama: ["model", "created_at", "role", "done_reason", "prompt_eval_count", "eval_count"],
};

/** The rich answer, with a fate for each optional field. What carries words, names and arguments stays. */
function without(wire: WireName, fates: readonly Fate[]): string[] {
  let count = 0;
  const isOptional = (name: string, value: unknown): boolean =>
    OPTIONAL[wire].includes(name) &&
    !(["text", "signature", "id"].includes(name) && value !== "" && wire !== "openai-chat");
  return rich(wire).map((event) =>
    event.replace(/\{.*\}/, (json) => {
      const value: unknown = JSON.parse(json, (name, inner: unknown) => {
        if (!isOptional(name, inner)) return inner;
        count += 1;
        const fate = fates[count % fates.length];
        return fate === "kept" ? inner : fate === "null" ? null : undefined;
      });
      return JSON.stringify(value);
    }),
  );
}

/** The words, and the calls without their ids. */
function essence({ parts }: AssistantMessage): unknown {
  return {
    text: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
    calls: parts.flatMap((part) => (part.type === "tool-call" ? [{ name: part.name, input: part.input }] : [])),
  };
}

/** The stream ends anywhere; or an event of it is none; or anything follows it. */
function broken(wire: WireName, bytes: Uint8Array<ArrayBuffer>): fc.Arbitrary<Uint8Array<ArrayBuffer>[]> {
  const junk = fc.uint8Array({ maxLength: 80 }).map((some) => Uint8Array.from(some));
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const truncated = fc.tuple(fc.nat(bytes.length), junk).map(([length, after]) => [bytes.slice(0, length), after]);
  const replaced = fc.tuple(fc.nat(rich(wire).length - 1), fc.string()).map(([at, words]) => {
    const none = `${wire === "ollama" ? "" : "data: "}{oops ${JSON.stringify(words)}\n\n`;
    return rich(wire).toSpliced(at, 1, none).map(encode);
  });
  const prefix = wire === "ollama" ? "" : "data: ";
  const follower = fc.oneof(
    junk,
    fc.json().map((json) => encode(`${prefix}${json}\n\n`)),
    fc.constantFrom(...rich(wire)).map(encode),
  );
  const followed = fc.array(follower, { maxLength: 4 }).map((after) => [bytes, ...after]);
  return fc.oneof(truncated, replaced, followed);
}
