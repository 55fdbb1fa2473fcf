// A page makes smaller copies of pictures for the host: what comes of answers that come, come late, or never come.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PageShrinker } from "../../extension/host/panel/page/page-shrinker.ts";
import { ToHost } from "../../extension/protocol/to-host.ts";
import { ToWebview } from "../../extension/protocol/to-webview.ts";

const picture = { mime: "image/png", data: Buffer.from("large").toString("base64") };
const smaller = { mime: "image/webp", bytes: new Uint8Array(Buffer.from("small")) };

let posted: ToWebview[] = [];
let shrinker = new PageShrinker(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  shrinker = new PageShrinker((message) => posted.push(ToWebview.parse(message)));
});
afterEach(() => {
  vi.useRealTimers();
});

it("gives the page the bytes, and gets those of the copy", async () => {
  const asked = shrinker.shrink(picture);
  expect(posted).toEqual([{ type: "shrink", id: "1", mime: "image/png", bytes: expect.any(Uint8Array) as Uint8Array }]);
  const answer = ToHost.parse({ type: "shrunk", id: "1", picture: smaller });
  if (answer.type === "shrunk") shrinker.answered(answer);
  expect(await asked).toEqual({ mime: "image/webp", data: Buffer.from("small").toString("base64") });
});

it("has none if the page can make none, or closes", async () => {
  const first = shrinker.shrink(picture);
  shrinker.answered({ type: "shrunk", id: "1" });
  expect(await first).toBeUndefined();
  const second = shrinker.shrink(picture);
  shrinker.clear();
  expect(await second).toBeUndefined();
});

it("does not wait for ever, and does not ask a page again that owes an answer", async () => {
  const late = shrinker.shrink(picture);
  await vi.runAllTimersAsync();
  expect(await late).toBeUndefined();
  expect(await shrinker.shrink(picture)).toBeUndefined();
  expect(posted).toHaveLength(1);
  shrinker.answered({ type: "shrunk", id: "1", picture: smaller });
  void shrinker.shrink(picture);
  expect(posted).toHaveLength(2);
  shrinker.clear();
});
