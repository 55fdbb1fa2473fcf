// The sessions an agent kept: all pages of them, as far as they can be read, and a failure is no empty list.
import { expect, it } from "vitest";
import { listSessions } from "../../extension/acp/session/list-sessions.ts";

const failure = { stage: "send" as const, code: "agent-failed", message: "Not now.", retryable: true };
const failed = Promise.resolve({ ok: false as const, failure });
const page = (sessionId: string, nextCursor?: string): ReturnType<Parameters<typeof listSessions>[0]> =>
  Promise.resolve({ ok: true, value: { sessions: [{ sessionId, cwd: "/" }], ...(nextCursor && { nextCursor }) } });

it("a list that cannot be read is a failure, not an empty one", async () => {
  expect(await listSessions(() => failed)).toEqual({ ok: false, failure });
});

it("what was read before a page that cannot be is kept", async () => {
  const listed = await listSessions(({ cursor }) => (cursor === undefined ? page("one", "next") : failed));
  expect(listed).toMatchObject({ ok: true, value: [{ sessionId: "one" }] });
});

it("a list without an end is read for a while", async () => {
  const listed = await listSessions(() => page("again", "next"));
  expect(listed.ok && listed.value.length).toBe(10);
});
