// The wire journal keeps what went and came, and not without bound.
import { expect, it } from "vitest";
import { Journal } from "../../extension/send/line/journal.ts";

it("of an answer that does not end the beginning is kept, and a mark says that there was more", () => {
  const journal = new Journal();
  const recording = journal.begin({ provider: "acp/x", method: "session/prompt", url: "acp:x", headers: {}, body: "" });
  const piece = new TextEncoder().encode("x".repeat(1024 * 1024));
  for (let at = 0; at < 20; at += 1) recording.piece(piece);
  recording.ended("end");
  const [entry] = journal.entries();
  expect(entry?.pieces).toHaveLength(9);
  expect(entry?.pieces.at(-1)?.text).toContain("[… truncated …]");
  expect(entry?.ended?.how).toBe("end");
});
