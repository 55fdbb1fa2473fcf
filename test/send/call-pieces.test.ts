// Tool calls from the pieces in which servers send them: each case is a way that some server has.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallPiece, CallPieces } from "../../extension/send/calls/call-pieces.ts";
import { JsonEnd } from "../../extension/stream/json-end.ts";

/** Each call as it ends: its id, name and input. */
function callsOf(...pieces: unknown[]): unknown[] {
  const calls = new CallPieces("made");
  for (const piece of pieces) calls.take(CallPiece.parse(piece));
  return Array.from(calls.close(), (said) => (said.type === "tool-call" ? [said.id, said.name, said.input] : []));
}

const piece = (index: unknown, id: unknown, name: unknown, text: unknown): unknown => ({
  index,
  id,
  function: { name, arguments: text },
});

const cases: [string, unknown[], unknown[]][] = [
  [
    "a piece whose id is null goes on with its call",
    [piece(0, "a", "read", '{"p'), piece(0, null, null, '":1}')],
    [["a", "read", { p: 1 }]],
  ],
  [
    "a piece without an id and an index goes on with the last",
    [{ id: "a", function: { name: "read", arguments: '{"p"' } }, { function: { arguments: ":1}" } }],
    [["a", "read", { p: 1 }]],
  ],
  [
    "calls that interleave are told apart by their index",
    [
      piece(0, "a", "read", '{"p'),
      piece(1, "b", "list", '{"q'),
      piece(0, "", "", '":1}'),
      piece(1, undefined, undefined, '":2}'),
    ],
    [
      ["a", "read", { p: 1 }],
      ["b", "list", { q: 2 }],
    ],
  ],
  [
    "calls that share an index are told apart by their ids",
    [piece(0, "a", "read", '{"p":1}'), piece(0, "b", "read", '{"p":2}')],
    [
      ["a", "read", { p: 1 }],
      ["b", "read", { p: 2 }],
    ],
  ],
  [
    "calls that share an id are told apart by their index",
    [piece(0, "a", "read", '{"p":1}'), piece(1, "a", "read", '{"p":2}')],
    [
      ["a", "read", { p: 1 }],
      ["a_1", "read", { p: 2 }],
    ],
  ],
  [
    "calls without ids and with one index begin with a name after the end of the one before",
    [piece(0, "", "read", '{"p":1}'), piece(0, "", "read", '{"p":2}')],
    [
      ["made_0", "read", { p: 1 }],
      ["made_1", "read", { p: 2 }],
    ],
  ],
  [
    "a name comes late",
    [piece(0, "a", null, ""), piece(0, "a", "read", ""), piece(0, null, null, "{}")],
    [["a", "read", {}]],
  ],
  [
    "a name comes in pieces",
    [piece(0, "a", "re", ""), piece(0, "a", "ad", ""), piece(0, "a", "", "{}")],
    [["a", "read", {}]],
  ],
  [
    "a name comes with each piece",
    [piece(0, "a", "read", '{"p":'), piece(0, "a", "read", '"x"'), piece(0, "a", "read", "}")],
    [["a", "read", { p: "x" }]],
  ],
  ["an id comes late", [piece(0, null, "read", '{"p":'), piece(0, "a", null, "1}")], [["made_0", "read", { p: 1 }]]],
  ["the arguments are an object", [piece(0, "a", "read", { p: 1 })], [["a", "read", { p: 1 }]]],
  ["there are no arguments", [piece(0, "a", "read", null)], [["a", "read", {}]]],
  ["fields are of the wrong kind", [piece("0", 7, "read", 5), piece({}, [], null, "{}")], [["made_0", "read", {}]]],
];

describe("calls", () => {
  it.each(cases)("are put together where %s", (_, pieces, calls) => {
    expect(callsOf(...pieces)).toEqual(calls);
  });

  it("keep what their server attached to them", () => {
    const calls = new CallPieces("made");
    const extra = { google: { thought_signature: "sig" } };
    calls.take(
      CallPiece.parse({ index: 0, id: "a", function: { name: "read", arguments: "{}" }, extra_content: extra }),
    );
    calls.take(CallPiece.parse({ index: 0, function: { arguments: "" } }));
    expect([...calls.close()]).toEqual([{ type: "tool-call", id: "a", name: "read", input: {}, extra }]);
  });

  it("come out as they went in, however their arguments are cut and interleaved", () => {
    const call = fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}$/),
      input: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 7 }), (calls, size) => {
        const queues = calls.map(({ name, input }, index) => {
          const json = JSON.stringify(input);
          const cuts = Array.from({ length: Math.ceil(json.length / size) }, (_, at) =>
            json.slice(at * size, at * size + size),
          );
          return cuts.map((text, at) => piece(index, at === 0 ? `id_${index}` : null, at === 0 ? name : null, text));
        });
        const longest = Math.max(...queues.map((queue) => queue.length));
        const pieces = Array.from({ length: longest }, (_, at) =>
          queues.flatMap((queue) => queue.slice(at, at + 1)),
        ).flat();
        const expected = calls.map(({ name, input }, index) => [
          `id_${index}`,
          name,
          JSON.parse(JSON.stringify(input)) as unknown,
        ]);
        expect(callsOf(...pieces)).toEqual(expected);
      }),
    );
  });
});

it("the end of a JSON value is found where it is, however it is cut", () => {
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(value, (one) => {
      const json = JSON.stringify(one);
      const end = new JsonEnd();
      for (let at = 0; at < json.length; at += 1) {
        expect(end.isReached).toBe(false);
        end.add(json.charAt(at));
        if (at === json.length - 1) expect(end.isReached).toBe(true);
      }
    }),
  );
});
