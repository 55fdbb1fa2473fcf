import { describe, expect, it } from "vitest";
import type { Assembled } from "../../extension/assemble/assemble.ts";
import { overBudget } from "../../extension/assemble/budget.ts";
import type { Manifest } from "../../extension/message/manifest.ts";
import type { Message } from "../../extension/message/message.ts";
import { snapshotKey } from "../../extension/message/file-target.ts";
import { call, model, put, result, user } from "../fakes/talk.ts";

const long = "word ".repeat(400);

/** Five rounds of one long result each, and an attachment in the first message. */
const history: Message[] = [
  user("u1", [
    { type: "text", text: "look" },
    { type: "file-attachment", name: "log.txt", mime: "text/plain", size: 2000, data: btoa(long) },
  ]),
  ...[1, 2, 3, 4, 5].flatMap((round): Message[] => [
    model(`a${round}`, [call(`c${round}`), result(`c${round}`, long), { type: "text", text: "so" }]),
    user(`v${round}`, "and?"),
  ]),
];
const whole = put({ history }).manifest.estimate;
const elided = ({ manifest }: Assembled): string[] => manifest.elided.map(({ what }) => what);
const sized = (less: number, more: Partial<Parameters<typeof put>[0]> = {}): Assembled =>
  put({ history, window: whole + 10 - less, ...more });

describe("a budget", () => {
  it("leaves everything as it is while it fits", () => {
    expect(elided(sized(0))).toEqual([]);
  });

  it("leaves everything as it is when it fits to the last token, and elides for one token more", () => {
    const { limit } = sized(0).manifest;
    const exact = whole + 10 + (whole - limit);
    expect(put({ history, window: exact }).manifest.limit).toBe(whole);
    expect(elided(put({ history, window: exact }))).toEqual([]);
    expect(elided(put({ history, window: exact - 1 }))).toEqual(["tool result c1 in a1"]);
  });

  it("tells two attachments of one name in one message apart", () => {
    const same = { type: "file-attachment", name: "a.txt", mime: "text/plain", size: 9, data: btoa(long) } as const;
    const twice = [user("u1", [same, same]), model("a1", [{ type: "text", text: "so" }])];
    expect(elided(put({ history: twice, window: 300 }))).toEqual([
      "file-attachment a.txt in u1",
      "file-attachment a.txt in u1 (2)",
    ]);
  });

  it("elides old pictures that were referred to, as it does attached ones", () => {
    const seen = (id: string): Message => {
      const part = { type: "file-ref" as const, ref: { kind: "path" as const, path: `${id}.png` } };
      const snapshot = { state: "binary" as const, size: 900_000, mime: "image/png", content_id: id };
      return user(id, [part], { snapshots: { [snapshotKey(0)]: snapshot } });
    };
    const history = ["u1", "u2", "u3"].flatMap((id) => [seen(id), model(`a-${id}`, "I see.")]);
    const attachments = { inlineTextBytes: 1, accepts: ["image/png"], stored: () => undefined, bytes: () => undefined };
    const all = put({ history, attachments, load: () => "iVBORw0KGgo=" });
    expect(all.context.messages[0]?.blocks[0]?.type).toBe("media");
    const less = put({ history, attachments, load: () => "iVBORw0KGgo=", window: all.manifest.estimate });
    expect(elided(less)).toEqual(["file-ref u1.png in u1"]);
    expect(less.context.messages[0]?.blocks[0]?.text).toMatch(/^\[attachment elided: u1\.png, ~\d+ tokens\]$/);
  });

  it("elides the oldest results first, only as many as it takes, and keeps the pairs", () => {
    const done = sized(1);
    expect(elided(done)).toEqual(["tool result c1 in a1"]);
    const block = done.context.messages.flatMap(({ blocks }) => blocks).find(({ type }) => type === "tool-result");
    expect(block?.text).toMatch(/^\[tool result elided — ~\d+ tokens\]$/);
    expect(done.manifest.estimate).toBeLessThanOrEqual(done.manifest.limit);
    expect(done.failure).toBeUndefined();
  });

  it("keeps the last three rounds, then elides old attachments, then refuses with a breakdown and ways out", () => {
    const attached = sized(3 * 400);
    expect(elided(attached)).toEqual(["tool result c1 in a1", "tool result c2 in a2", "file-attachment log.txt in u1"]);
    expect(attached.context.messages[0]?.blocks[1]?.text).toMatch(/^\[attachment elided: log\.txt, ~\d+ tokens\]$/);
    const pins = [{ id: "note", title: "Note", part: { type: "text" as const, text: long } }];
    const { failure, manifest } = put({ history, pins, window: 800 });
    expect(failure).toMatchObject({ code: "over-budget", stage: "assemble" });
    expect(failure?.offers?.map(({ offer }) => offer)).toEqual(["compact", "unpin", "larger-model"]);
    expect(failure?.breakdown?.reduce((total, { tokens }) => total + tokens, 0)).toBe(manifest.estimate);
  });

  it("never elides the current turn or the body of a skill", () => {
    const skills: Message[] = [1, 2, 3, 4].flatMap((round) => [
      user(`u${round}`, [{ type: "skill-invocation", name: "s", version: "1", body: long, record: "r" }]),
      model(`a${round}`, [call(`c${round}`, "skill"), result(`c${round}`, long)]),
    ]);
    const turn = user("turn", [
      { type: "file-attachment", name: "x.txt", mime: "text/plain", size: 9, data: btoa(long) },
    ]);
    const { failure, manifest } = put({ history: skills, turn, window: 100 });
    expect(manifest.elided).toEqual([]);
    expect(failure?.code).toBe("over-budget");
  });

  it("keeps elided what was elided once, with the words it had then, however large the model is now", () => {
    const before = new Map([["tool result c1 in a1", 123]]);
    const done = put({ history, earlier: { asSent: new Map(), elided: before } });
    expect(elided(done)).toEqual(["tool result c1 in a1"]);
    expect(JSON.stringify(done.context)).toContain("[tool result elided — ~123 tokens]");
  });
});

describe("a request that cannot be made to fit", () => {
  const row = { tokens: 10 };
  const manifest = {
    layers: [row, row],
    tools: { tokens: 7 },
    history: { messages: 0, tokens: 0 },
    pinned: [],
    task: [
      { part: "text", tokens: 5 },
      { part: "file-ref big.ts", tokens: 900 },
      { part: "file-ref small.ts", tokens: 50 },
    ],
    estimate: 982,
    limit: 500,
    reserve: 100,
  } as unknown as Manifest;

  it("names the largest part, and offers only what would help", () => {
    const failure = overBudget(manifest);
    expect(failure.message).toBe(
      "This message is too large: about 982 of 500 tokens. The largest part is file-ref big.ts (about 900 tokens). Remove some context, or select a model with a larger context window.",
    );
    expect(failure.action).toBeUndefined();
    expect(failure.offers).toEqual([{ offer: "larger-model", needs: 1082 }]);
    expect(failure.breakdown?.slice(0, 2)).toEqual([
      { source: "system text", tokens: 20 },
      { source: "tools", tokens: 7 },
    ]);
  });

  it("offers to unpin the largest pin that weighs anything, and to compact what was said", () => {
    const pinned = [
      { id: "gone", tokens: 0 },
      { id: "small", tokens: 1 },
      { id: "large", tokens: 30 },
    ];
    const told = { ...manifest, pinned, history: { messages: 1, tokens: 40 } } as unknown as Manifest;
    const failure = overBudget(told);
    expect(failure.message).toContain("Remove some context, compact the conversation, unpin an item, or select");
    expect(failure.action).toBe("compact");
    expect(failure.offers).toEqual([
      { offer: "compact", wins: 40 },
      { offer: "unpin", pin: "large", wins: 30 },
      { offer: "larger-model", needs: 1082 },
    ]);
    const light = { ...manifest, task: [], pinned: pinned.slice(0, 1) } as unknown as Manifest;
    expect(overBudget(light).offers?.map(({ offer }) => offer)).toEqual(["larger-model"]);
    const bare = { ...manifest, task: [], tools: undefined } as unknown as Manifest;
    expect(overBudget(bare).message).not.toContain("largest");
    expect(overBudget(bare).breakdown?.map(({ source }) => source)).not.toContain("tools");
  });
});
