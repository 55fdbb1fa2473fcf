import fc from "fast-check";
import { expect, it } from "vitest";
import { KnownHistory } from "../../extension/assemble/history.ts";
import type { AsSent, PinnedRead } from "../../extension/assemble/pins.ts";
import type { AssistantPart, Message } from "../../extension/message/message.ts";
import type { Part } from "../../extension/message/part.ts";
import { model, put, user } from "../fakes/talk.ts";

const words = fc.string({ maxLength: 60 });
const id = fc.constantFrom("1", "2", "3");

const said: fc.Arbitrary<AssistantPart> = fc.oneof(
  words.map((text) => ({ type: "text" as const, text })),
  fc.record({ text: words, signature: fc.option(fc.constant("s"), { nil: undefined }) }).map(({ text, signature }) => ({
    type: "reasoning" as const,
    text,
    ...(signature !== undefined && { signature }),
  })),
  id.map((call) => ({ type: "tool-call" as const, id: call, name: "read", input: {} })),
  fc.tuple(id, fc.integer({ min: 0, max: 300 })).map(([call, length]) => ({
    type: "tool-result" as const,
    id: call,
    output: "x ".repeat(length),
    is_error: false,
  })),
);

const typed: fc.Arbitrary<Part> = fc.oneof(
  words.map((text) => ({ type: "text" as const, text })),
  fc.integer({ min: 0, max: 300 }).map((length) => ({
    type: "file-attachment" as const,
    name: "a.txt",
    mime: "text/plain",
    size: length,
    data: btoa("y ".repeat(length)),
  })),
  fc.constant({ type: "mention" as const, target: { kind: "skill" as const, name: "s" } }),
  words.map((body) => ({ type: "skill-invocation" as const, name: "s", version: "1", body, record: "r" })),
);

const summary: fc.Arbitrary<AssistantPart> = fc
  .tuple(words, fc.constantFrom(null, "u0", "u2", "u5"))
  .map(([text, tail]) => ({
    type: "data-compaction",
    summary: text,
    tail_start_id: tail,
    auto: false,
    summary_tokens: 1,
  }));

const talk = (spoken: fc.Arbitrary<AssistantPart>): fc.Arbitrary<Message[]> =>
  fc
    .array(
      fc.oneof(
        fc.array(spoken, { maxLength: 6 }).map((parts) => ({ role: "assistant" as const, parts })),
        fc.array(typed, { maxLength: 4 }).map((parts) => ({ role: "user" as const, parts })),
      ),
      { maxLength: 12 },
    )
    .map((messages) =>
      messages.map((message, index) =>
        message.role === "user" ? user(`u${index}`, message.parts) : model(`a${index}`, message.parts),
      ),
    );

const history = talk(said);

const window = fc.integer({ min: 20, max: 3_000 });
const blocksOf = (done: ReturnType<typeof put>) => done.context.messages.flatMap(({ blocks }) => blocks);

it("nothing disappears without a record", () => {
  fc.assert(
    fc.property(history, window, (messages, size) => {
      const done = put({ history: messages, window: size });
      const isNothing = (part: Part | AssistantPart): boolean =>
        (part.type === "text" && part.text === "") || (part.type === "skill-invocation" && part.body === "");
      const skipped = done.manifest.dropped.filter(({ what }) => what.startsWith("message "));
      const ofSkipped = messages
        .filter((message) => skipped.some(({ what }) => what === `message ${message.id}`))
        .flatMap(({ parts }): (Part | AssistantPart)[] => parts)
        .filter((part) => !isNothing(part) && !(part.type === "mention")).length;
      const given = messages.flatMap(({ parts }): (Part | AssistantPart)[] => parts).filter((part) => !isNothing(part));
      const synthetic = blocksOf(done).filter(({ text }) => text === "[The conversation continues here.]").length;
      const sent = blocksOf(done).length - synthetic - 1;
      const recorded = done.manifest.dropped.length - skipped.length;
      expect(sent + recorded + ofSkipped).toBe(given.length);
    }),
  );
});

it("tool pairs stay paired, whatever is elided, and roles take turns", () => {
  fc.assert(
    fc.property(history, window, (messages, size) => {
      const { context } = put({ history: messages, window: size });
      for (const [index, { role, blocks }] of context.messages.entries()) {
        expect(role).toBe(index % 2 === 0 ? "user" : "assistant");
        const calls = blocks.flatMap((block) => (block.type === "tool-call" ? [block.id] : []));
        const next = context.messages[index + 1]?.blocks ?? [];
        const results = next.flatMap((block) => (block.type === "tool-result" ? [block.id] : []));
        expect(results).toEqual(role === "assistant" ? calls : []);
        const last = blocks.findLastIndex(({ type }) => type === "tool-result");
        expect(blocks.slice(0, last + 1).every(({ type }) => type === "tool-result")).toBe(true);
      }
    }),
  );
});

it("a larger budget never elides more", () => {
  fc.assert(
    fc.property(history, window, window, (messages, one, other) => {
      const [small, large] = [Math.min(one, other), Math.max(one, other)].map((size) =>
        put({ history: messages, window: size }).manifest.elided.map(({ what }) => what),
      );
      expect(small?.slice(0, large?.length)).toEqual(large);
    }),
  );
});

it("what was elided stays elided, byte for byte, and assembling twice gives the same bytes", () => {
  fc.assert(
    fc.property(history, window, window, (messages, one, other) => {
      const first = put({ history: messages, window: one });
      expect(JSON.stringify(put({ history: messages, window: one }))).toBe(JSON.stringify(first));
      const elided = new Map(first.manifest.elided.map(({ what, tokens }) => [what, tokens]));
      const later = put({ history: messages, window: other, earlier: { asSent: new Map(), elided } });
      const names = later.manifest.elided.map(({ what }) => what);
      for (const what of elided.keys()) expect(names).toContain(what);
    }),
  );
});

it("what is kept between requests changes nothing of them, however the history grows or shrinks", () => {
  fc.assert(
    fc.property(
      talk(fc.oneof({ weight: 6, arbitrary: said }, { weight: 1, arbitrary: summary })),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
      window,
      (messages, ends, size) => {
        const known = new KnownHistory();
        for (const end of [...ends, messages.length]) {
          const part = messages.slice(0, end);
          const fresh = put({ history: part, window: size });
          expect(JSON.stringify(put({ history: part, window: size, known }))).toBe(JSON.stringify(fresh));
        }
      },
    ),
  );
});

it("with append, every request begins with all of the one before, whatever happens to the pins", () => {
  const version = fc.constantFrom("one", "two", "three");
  const state = fc.record({ a: fc.option(version), b: fc.option(version) });
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 8 }), (turns) => {
      const asSent = new Map<string, AsSent[]>();
      const past: Message[] = [];
      let texts: string[] | undefined;
      for (const [index, { a, b }] of turns.entries()) {
        const pins = Object.entries({ a, b }).flatMap(([name, text]): PinnedRead[] =>
          text === null ? [] : [{ id: name, title: name, part: { type: "text", text } }],
        );
        const turn = user(`u${index}`, `turn ${index}`);
        const earlier = { asSent, elided: new Map<string, number>(), ...(texts !== undefined && { texts }) };
        const done = put({ history: past, turn, pins, earlier });
        expect(done.manifest.prefix.diverges_at).toBeNull();
        texts = done.texts.map(({ text }) => text);
        for (const name of ["a", "b"])
          for (const content of ["one", "two", "three"])
            expect(
              texts.filter((text) => text.startsWith(`Pinned: ${name},`) && text.includes(content)).length,
            ).toBeLessThan(2);
        asSent.set(turn.id, done.sent);
        past.push(turn, model(`a${index}`, `answer ${index}`));
      }
    }),
  );
});
