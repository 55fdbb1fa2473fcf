import { rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { forkConversation, rewindConversation, undoRewind } from "../../extension/persist/lineage.ts";
import { ALL, readMessage, readMessages } from "../../extension/persist/messages.ts";
import { cancelQueued, readQueue } from "../../extension/persist/queue.ts";
import {
  archiveConversation,
  deleteConversation,
  listConversations,
  purgeDeleted,
} from "../../extension/persist/conversations.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { countingIds, openWith, reply, say } from "../fakes/conversation.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const kinds = ["say", "reply", "stream", "queue", "cancel", "rewind", "undo", "fork", "archive", "delete"] as const;

/** What is done, to which session and message (counted, whatever there is), and how far the clock moves before. */
const step = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constantFrom(...kinds), weight: 3 },
    { arbitrary: fc.constantFrom("say" as const, "reply" as const), weight: 2 },
  ),
  session: fc.nat(5),
  message: fc.nat(20),
  flag: fc.boolean(),
  tick: fc.nat(2),
  text: fc.string({ unit: "grapheme", maxLength: 12 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What must be on disk: every message that was ever written, the cancelled ones gone again. */
interface World {
  store: Store;
  now: number;
  newId: (prefix: string) => string;
  sessions: string[];
  messages: Map<string, string>;
  parents: Map<string, string>;
}

const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)];
const rows = (store: Store, sql: string): Record<string, unknown>[] => store.all(sql) as Record<string, unknown>[];

function take(world: World, { kind, session: at, message, flag, tick, text }: Step): void {
  const { store, newId } = world;
  world.now += tick;
  const session = pick(world.sessions, at) ?? "";
  const written = { session, at: world.now };
  const visible = [...readMessages(store, session, ALL).map((row) => row.message), ...readQueue(store, session)];
  const target = pick(visible, message)?.id ?? "none";
  const add = (write: typeof say | typeof reply, metadata: Record<string, unknown>): void => {
    const id = newId("msg");
    write(store, id, text, { ...written, metadata });
    world.messages.set(id, session);
  };
  switch (kind) {
    case "say":
      add(say, {});
      break;
    case "reply":
      add(reply, {});
      break;
    case "stream":
      add(reply, { finish: null });
      break;
    case "queue":
      add(say, { queued_at: world.now });
      break;
    case "cancel":
      if (cancelQueued(store, target) !== undefined) world.messages.delete(target);
      break;
    case "rewind":
      unlessRefused(() => rewindConversation(store, session, target, world.now));
      break;
    case "undo":
      undoRewind(store, session);
      break;
    case "fork":
      unlessRefused(() => {
        const fork = forkConversation(store, session, target, { ephemeral: flag, now: world.now, newId });
        world.sessions.push(fork.id);
        world.parents.set(fork.id, session);
        for (const copy of readMessages(store, fork.id, ALL)) world.messages.set(copy.message.id, fork.id);
      });
      break;
    case "archive":
      archiveConversation(store, session, flag ? world.now : null);
      break;
    case "delete":
      deleteConversation(store, session, flag ? world.now : null);
      break;
    default:
      kind satisfies never;
  }
}

/** A refusal has words for the user; anything else is a failure of the test. */
function unlessRefused(work: () => void): void {
  try {
    work();
  } catch (error) {
    expect(String(error)).toMatch(
      /no longer in this conversation|The conversation no longer exists|no messages to branch from/,
    );
  }
}

function check({ store, sessions, messages, parents }: World): void {
  const stored = rows(store, "SELECT id, session_id FROM chat_messages");
  // Hidden rows stay, forks share no ids with anyone, and nothing comes or goes on the side.
  expect(new Map(stored.map((row) => [row["id"], row["session_id"]]))).toEqual(messages);
  for (const id of sessions) {
    const read = readMessages(store, id, ALL);
    const inOrder = read.toSorted((a, b) => a.at - b.at || (a.message.id < b.message.id ? -1 : 1));
    expect(read).toEqual(inOrder);
  }
  for (const id of messages.keys()) expect(readMessage(store, id)?.parts).toHaveLength(1);
  const lineage = rows(store, "SELECT id, parent_id FROM chat_sessions WHERE parent_id IS NOT NULL");
  expect(new Map(lineage.map((row) => [row["id"], row["parent_id"]]))).toEqual(parents);
  expect(rows(store, "SELECT * FROM chat_parts WHERE message_id NOT IN (SELECT id FROM chat_messages)")).toEqual([]);
  const lost = "SELECT message_id FROM chat_words WHERE message_id NOT IN (SELECT id FROM chat_messages)";
  expect(rows(store, lost)).toEqual([]);
  expect(rows(store, "SELECT message_id FROM chat_words GROUP BY message_id HAVING count(*) > 1")).toEqual([]);
  expect(Object.values(store.get("PRAGMA integrity_check") as object)).toEqual(["ok"]);
  expect(rows(store, "PRAGMA foreign_key_check")).toEqual([]);
}

function during(steps: readonly Step[], path: string, work: (world: World) => void): void {
  const store = openWith("ses_1", path);
  const world: World = {
    store,
    now: 1,
    newId: countingIds(),
    sessions: ["ses_1"],
    messages: new Map(),
    parents: new Map(),
  };
  try {
    for (const each of steps) take(world, each);
    work(world);
  } finally {
    store.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  }
}

it("whatever is done in whatever order, the record stays whole", () => {
  const path = join(temporaryFolder(), "galley.db");
  const steps = fc.array(step, { minLength: 1, maxLength: 40, size: "max" });
  fc.assert(
    fc.property(steps, (taken) => {
      during(taken, path, check);
    }),
    { numRuns: 60 },
  );
}, 60_000);

it("a rewind and its undoing leave everything as it was, whatever came before", () => {
  const path = join(temporaryFolder(), "galley.db");
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.nat(20), fc.nat(2), (taken, message, tick) => {
      during(taken, path, ({ store, now }) => {
        const before = rows(store, "SELECT * FROM chat_messages ORDER BY id");
        const sent = readMessages(store, "ses_1", ALL).flatMap(({ message: { id, role } }) =>
          role === "user" ? [id] : [],
        );
        const target = pick(sent, message);
        if (target === undefined) return;
        rewindConversation(store, "ses_1", target, now + tick);
        expect(readMessages(store, "ses_1", ALL).map((row) => row.message.id)).not.toContain(target);
        expect(undoRewind(store, "ses_1")).toBe(true);
        expect(rows(store, "SELECT * FROM chat_messages ORDER BY id")).toEqual(before);
      });
    }),
    { numRuns: 60 },
  );
}, 60_000);

it("purging a deleted conversation takes everything of it and nothing else", () => {
  const path = join(temporaryFolder(), "galley.db");
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.nat(5), (taken, at) => {
      during(taken, path, (world) => {
        const gone = pick(world.sessions, at) ?? "";
        for (const id of world.sessions) deleteConversation(world.store, id, id === gone ? 1 : null);
        purgeDeleted(world.store, 2);
        for (const [id, session] of world.messages) if (session === gone) world.messages.delete(id);
        world.sessions = world.sessions.filter((id) => id !== gone);
        world.parents.delete(gone);
        check(world);
        expect(
          listConversations(world.store)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(world.sessions.toSorted());
      });
    }),
    { numRuns: 40 },
  );
}, 60_000);
