// What a pane posts to its page while an answer comes.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GATHER_MS, PacedPosts } from "../../extension/host/panel/page/paced-posts.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";

const of = { session_id: "ses_1", message_id: "m" };
const delta = (text: string, part = 0, kind: "text" | "reasoning" = "text"): ToWebview => ({
  type: "delta",
  ...of,
  ...{ part, kind, text },
});
const title: ToWebview = { type: "title", session_id: "ses_1", title: "A title" };

describe("the words of an answer", () => {
  let sent: ToWebview[];
  let posts: PacedPosts;
  const post = (...messages: ToWebview[]): void => {
    for (const message of messages) posts.post(message);
  };

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    posts = new PacedPosts((message) => sent.push(message));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it("go at once after a pause, and together while they come fast", () => {
    post(delta("a"), delta("b"), delta("c"));
    expect(sent).toEqual([delta("a")]);
    vi.advanceTimersByTime(GATHER_MS);
    expect(sent).toEqual([delta("a"), delta("bc")]);
    vi.advanceTimersByTime(GATHER_MS);
    post(delta("d"));
    expect(sent).toEqual([delta("a"), delta("bc"), delta("d")]);
  });

  it("keep their part, their kind and their order", () => {
    post(delta("a"), delta("b"), delta("why", 1, "reasoning"), delta("c", 2), delta("d", 2), title, delta("e", 2));
    vi.advanceTimersByTime(GATHER_MS);
    const expected = [delta("a"), delta("b"), delta("why", 1, "reasoning"), delta("cd", 2), title, delta("e", 2)];
    expect(sent).toEqual(expected);
  });

  it("are all there however fast they come, in a post for each moment", () => {
    for (let at = 0; at < 500; at += 1) {
      post(delta("x"));
      vi.advanceTimersByTime(4);
    }
    vi.advanceTimersByTime(GATHER_MS);
    expect(sent.map((message) => (message.type === "delta" ? message.text : "")).join("")).toBe("x".repeat(500));
    expect(sent.length).toBeLessThan((500 * 4) / GATHER_MS + 2);
  });

  it("are not posted to a page that is gone", () => {
    post(delta("a"), delta("b"));
    posts.dispose();
    vi.advanceTimersByTime(GATHER_MS);
    expect(sent).toEqual([delta("a")]);
  });
});
