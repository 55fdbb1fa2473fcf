// Which attachments go as bytes: up to each limit, and not one past it.
import { expect, test } from "vitest";
import { admitMedia, limits, type MediaLimits } from "../../extension/lower/media.ts";
import { MOST_PICTURE_BYTES } from "../../extension/message/picture.ts";
import { contextOf, media, modelOf, png, text, user } from "../fakes/context.ts";

const limit: MediaLimits = { takes: ["image/png"], each: 100, total: 1000, count: 10, edge: 50 };
const admit = (pictures: ReturnType<typeof media>[], changes: Partial<MediaLimits> = {}, model = modelOf("any")) => {
  const { media: taken, warnings } = admitMedia(contextOf([user(...pictures, text("?"))]), model, {
    ...limit,
    ...changes,
  });
  return { taken: [...taken.keys()].map(({ name }) => name).toSorted(), whys: warnings.map(({ why }) => why) };
};
const ofBytes = (name: string, length: number) => media(name, "image/png", "A".repeat(length));

test("one goes that is as large as it may be, and none that is larger", () => {
  const { taken, whys } = admit([ofBytes("a.png", 100), ofBytes("b.png", 101)]);
  expect(taken).toEqual(["a.png"]);
  expect(whys).toEqual([expect.stringMatching(/^larger than this provider's limit of 0 MB/)]);
});

test("every provider takes the largest picture that is not made smaller", () => {
  const encoded = "A".repeat(Math.ceil(MOST_PICTURE_BYTES / 3) * 4);
  for (const [wire, one] of Object.entries(limits))
    expect(admit([media("a.png", "image/png", encoded)], { ...one, edge: Infinity }).whys, wire).toEqual([]);
});

test("the limit is told in megabytes of the file, not of its base64", () => {
  const each = 4 * 1024 * 1024;
  expect(admit([ofBytes("a.png", each + 1)], { each, total: 2 * each }).whys[0]).toMatch(
    /^larger than this provider's limit of 3 MB/,
  );
});

test("together they go up to the limit, the latest first", () => {
  const three = ["a.png", "b.png", "c.png"].map((name) => ofBytes(name, 100));
  expect(admit(three, { total: 300 }).taken).toEqual(["a.png", "b.png", "c.png"]);
  const { taken, whys } = admit(three, { total: 299 });
  expect(taken).toEqual(["b.png", "c.png"]);
  expect(whys).toEqual([expect.stringMatching(/exceed 0 MB in total/)]);
});

test("no more go than a request may hold, and the oldest stay behind", () => {
  const { taken, whys } = admit(
    ["a.png", "b.png", "c.png"].map((name) => ofBytes(name, 8)),
    { count: 2 },
  );
  expect(taken).toEqual(["b.png", "c.png"]);
  expect(whys).toEqual([expect.stringMatching(/more than this provider's limit of 2 attachments/)]);
});

test("a picture goes whose edge is as long as it may be, and where there are many it may be less", () => {
  const wide = (name: string, width: number) => media(name, "image/png", png(width, 1));
  expect(admit([wide("a.png", 50)]).taken).toEqual(["a.png"]);
  expect(admit([wide("a.png", 51)]).whys).toEqual([expect.stringMatching(/^51 × 1 pixels/)]);
  const many = { few: 2, edge: 20 };
  const [a, b, c] = ["a.png", "b.png", "c.png"].map((name) => wide(name, 21));
  if (a === undefined || b === undefined || c === undefined) throw new Error("three pictures");
  expect(admit([a, b], { many }).taken).toEqual(["a.png", "b.png"]);
  expect(admit([a, b, c], { many }).taken).toEqual([]);
});

test("what the model does not take is said with its name, and what the provider has no place for otherwise", () => {
  const blind = modelOf("any", { name: "Blind", accepts: [] });
  expect(admit([ofBytes("a.png", 8)], {}, blind).whys).toEqual([
    "Blind does not accept image/png; only the name and size are sent",
  ]);
  expect(admit([media("a.wav", "audio/wav", "AAAA")]).whys).toEqual([
    "this provider does not accept audio/wav; only the name and size are sent",
  ]);
});

test("the bytes of what does not go are not even read", () => {
  const unread = { ...media("a.wav", "audio/wav", "AAAA"), data: () => expect.fail("it was read") };
  expect(admit([unread]).taken).toEqual([]);
});

test("a picture whose header hides its size is left to the provider, however long it is", () => {
  const each = 1_000_000;
  for (const length of [8, 200_000])
    expect(admit([ofBytes("a.png", length)], { each, total: each }).taken).toEqual(["a.png"]);
});
