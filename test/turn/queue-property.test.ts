import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import type { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { fakePorts } from "../fakes/ports.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";

const kinds = [
  "submit",
  "end",
  "fail",
  "stop",
  "stopAndHold",
  "stopAndClear",
  "resume",
  "edit",
  "sendEdited",
  "cancelEdit",
  "moveBefore",
  "cancel",
  "undoCancel",
  "move-up",
  "move-down",
  "send-now",
  "restart",
] as const;

const SHUFFLES: ReadonlySet<string> = new Set(["undoCancel", "move-up", "move-down", "moveBefore", "send-now"]);

const step = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constantFrom(...kinds), weight: 2 },
    { arbitrary: fc.constantFrom("submit" as const, "end" as const), weight: 1 },
    { arbitrary: fc.constantFrom("submit" as const, "edit" as const, "sendEdited" as const), weight: 1 },
  ),
  place: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What must be true, kept beside what is. */
class Expected {
  sent: string[] = [];
  queue: string[] = [];
  returned: string[] = [];
  cancelled: string[] = [];
  /** The word that is in the input, and whether it goes back into a queue that is held. */
  editing: { word: string; ahead: string[]; hold: "hold" | "failed" | null } | undefined;
  /** The others changed places since. */
  isShuffled = false;
  isRunning = false;
  hold: "hold" | "failed" | null = null;

  /** A turn begins: `beside` the queue when it is not the queue's own. */
  begin(word: string, isBeside: boolean): void {
    if (isBeside && this.queue.length > 0) this.hold ??= "hold";
    this.isRunning = true;
    this.sent.push(word);
    if (this.hold === "failed") this.hold = null;
    if (this.editing?.hold === "failed") this.editing.hold = null;
    this.cancelled = [];
    this.tidy();
  }

  ended(): void {
    this.isRunning = false;
    this.cancelled = [];
    const [next] = this.queue;
    if (next === undefined || this.hold !== null) return;
    this.queue.shift();
    this.begin(next, false);
  }

  /** What was edited is a part of the draft now. */
  endEditing(): void {
    if (this.editing !== undefined) this.returned.push(this.editing.word);
    this.editing = undefined;
  }

  tidy(): void {
    if (this.queue.length === 0) this.hold = null;
  }
}

class World {
  readonly expected = new Expected();
  readonly path: string;
  #starts = 0;
  #words = 0;
  #model = new ScriptedModel();
  #calls = 0;
  conversation: Conversation;

  constructor() {
    const ports = fakePorts();
    this.path = ports.path;
    ports.store.close();
    this.conversation = this.#start();
  }

  #start(): Conversation {
    this.#model = new ScriptedModel();
    this.#calls = 0;
    const model = this.#model;
    const owner = `window ${++this.#starts}`;
    const ports = fakePorts({ path: this.path, owner, isAlive: () => false, answer: (signal) => model.answer(signal) });
    return new Conversations(ports).open("ses_1");
  }

  async take({ kind, place }: Step): Promise<void> {
    const { expected, conversation } = this;
    const before = expected.sent.length;
    const word = expected.queue[place % Math.max(1, expected.queue.length)];
    const id = conversation.snapshot().queue.items.find(({ words }) => words === word)?.id ?? "none";
    const at = expected.queue.indexOf(word ?? "");
    expected.isShuffled ||= SHUFFLES.has(kind);
    switch (kind) {
      case "submit":
        await this.#submit(`word ${++this.#words}`);
        break;
      case "end":
        if (!expected.isRunning) return;
        await this.#model.end();
        expected.ended();
        break;
      case "fail":
        if (!expected.isRunning) return;
        await this.#model.fail();
        if (expected.queue.length > 0) expected.hold ??= "failed";
        expected.isRunning = false;
        expected.cancelled = [];
        break;
      case "stop":
        conversation.stop();
        if (expected.isRunning) expected.ended();
        break;
      case "stopAndHold":
        conversation.stop("hold");
        if (expected.editing !== undefined) expected.editing.hold = "hold";
        if (expected.queue.length > 0) expected.hold = "hold";
        if (expected.isRunning) expected.ended();
        break;
      case "stopAndClear":
        conversation.stop("clear");
        expected.returned.push(...expected.queue.splice(0));
        expected.endEditing();
        expected.tidy();
        if (expected.isRunning) expected.ended();
        break;
      case "resume":
        conversation.resume();
        expected.hold = null;
        if (expected.editing !== undefined) expected.editing.hold = null;
        if (!expected.isRunning) expected.ended();
        break;
      case "edit":
        if (expected.editing !== undefined) return;
        conversation.act(kind, id);
        if (word === undefined) break;
        expected.editing = {
          word,
          ahead: expected.queue.slice(0, at),
          hold: expected.hold ?? (expected.isRunning ? null : "hold"),
        };
        expected.isShuffled = false;
        expected.queue.splice(at, 1);
        expected.tidy();
        break;
      case "sendEdited":
      case "cancelEdit":
        await this.#endEdit(kind);
        break;
      case "cancel":
        conversation.act(kind, id);
        if (word === undefined) break;
        expected.queue.splice(at, 1);
        expected.cancelled.push(word);
        expected.tidy();
        break;
      case "moveBefore": {
        const before = expected.queue[(place + 2) % (expected.queue.length + 1)];
        const { items } = conversation.snapshot().queue;
        conversation.queue.move(id, { before: items.find(({ words }) => words === before)?.id ?? null });
        if (word === undefined || word === before) break;
        const others = expected.queue.toSpliced(at, 1);
        expected.queue = others.toSpliced(before === undefined ? others.length : others.indexOf(before), 0, word);
        break;
      }
      case "undoCancel":
        this.#undo();
        break;
      case "move-up":
      case "move-down": {
        conversation.act(kind, id);
        const to = kind === "move-up" ? at - 1 : at + 1;
        if (word !== undefined && to >= 0 && to < expected.queue.length)
          expected.queue = expected.queue.toSpliced(at, 1).toSpliced(to, 0, word);
        break;
      }
      case "send-now":
        conversation.act(kind, id);
        if (word === undefined) break;
        expected.queue = [word, ...expected.queue.toSpliced(at, 1)];
        if (expected.isRunning) break;
        // Messages that wait while no turn runs were left behind.
        expected.hold ??= "hold";
        expected.queue.shift();
        expected.begin(word, false);
        break;
      case "restart":
        conversation.close();
        await conversation.runner.settled();
        this.conversation = this.#start();
        expected.endEditing();
        expected.isRunning = false;
        expected.cancelled = [];
        break;
      default:
        kind satisfies never;
    }
    this.#calls += expected.sent.length - before;
    await this.#rest();
  }

  async #submit(word: string): Promise<void> {
    const parts: KnownPart[] = [{ type: "text", text: word }];
    const { expected } = this;
    const isQueued = expected.isRunning;
    expect(await this.conversation.runner.submit(parts)).toMatchObject({ ok: true, value: { queued: isQueued } });
    if (isQueued) {
      expected.queue.push(word);
      expected.cancelled = [];
    } else expected.begin(word, true);
  }

  #undo(): void {
    this.conversation.queue.undoCancel();
    const undone = this.expected.cancelled.pop();
    if (undone !== undefined) this.#isBack(undone);
  }

  /** Put back where its time puts it: that is where it was, unless the others were moved since. */
  #isBack(word: string): void {
    const { expected } = this;
    const shown = this.conversation.snapshot().queue.items.map(({ words }) => words);
    expect(shown.filter((other) => other !== word)).toEqual(expected.queue);
    expected.queue = expected.queue.toSpliced(shown.indexOf(word), 0, word);
  }

  /** Into its place, unless nothing runs and nothing waits: then it goes at once. */
  async #endEdit(kind: "sendEdited" | "cancelEdit"): Promise<void> {
    const { expected, conversation } = this;
    const { editing } = expected;
    if (editing === undefined) {
      conversation.input.cancelEdit();
      return;
    }
    const { word, ahead, hold } = editing;
    const isDue = !expected.isRunning && hold === null && expected.queue.length === 0;
    if (kind === "cancelEdit") conversation.input.cancelEdit();
    else {
      const draft = { parts: [{ type: "text" as const, text: word }] };
      expect(await conversation.input.submit(draft)).toMatchObject({ ok: true, value: { queued: !isDue } });
    }
    expected.editing = undefined;
    if (isDue) {
      expected.begin(word, false);
      return;
    }
    if (kind === "sendEdited") expected.cancelled = [];
    if (hold !== null) expected.hold = hold === "failed" ? (expected.hold ?? hold) : hold;
    this.#isBack(word);
    const before = expected.queue.slice(0, expected.queue.indexOf(word));
    if (!expected.isShuffled) expect(before).toEqual(ahead.filter((other) => expected.queue.includes(other)));
  }

  /** Until the turn that should run runs, or nothing does. */
  async #rest(): Promise<void> {
    if (this.expected.isRunning) await this.#model.called(this.#calls);
    else await this.conversation.runner.settled();
  }

  check(): void {
    const { messages, queue, run } = this.conversation.snapshot();
    const sent = messages.flatMap((message) =>
      message.role === "user" ? message.parts.map((part) => (part as { text: string }).text) : [],
    );
    expect(sent).toEqual(this.expected.sent);
    expect(queue.items.map(({ words }) => words)).toEqual(this.expected.queue);
    expect(run.state === "busy").toBe(this.expected.isRunning);
    const isHeld = this.expected.queue.length > 0 && (!this.expected.isRunning || this.expected.hold !== null);
    expect(queue.held).toBe(isHeld);
    expect(messages.map(({ role }) => role)).toEqual(sent.flatMap(() => ["user", "assistant"]));
    const draft = this.conversation.input.draft.parts.flatMap((part) =>
      part.type === "text" ? part.text.split("\n") : [],
    );
    const { editing, returned } = this.expected;
    const written = editing === undefined ? returned : [editing.word];
    expect(draft.filter((line) => line !== "").toSorted()).toEqual(written.toSorted());
    expect(queue.editing !== undefined).toBe(editing !== undefined);
  }
}

it("whatever is done in whatever order, each message fires at most once, in its order, and none is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25, size: "max" }), async (steps) => {
      const world = new World();
      try {
        for (const each of steps) {
          await world.take(each);
          world.check();
        }
      } finally {
        world.conversation.close();
        await world.conversation.runner.settled();
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);
