import { beforeEach, expect, test } from "vitest";
import { ShortLived } from "../../extension/disk/short-lived.ts";

let now = 0;
let reads: string[] = [];
let answers: ShortLived<string>;

beforeEach(() => {
  now = 0;
  reads = [];
  answers = new ShortLived({ freshMs: 1_000, longestMs: 2_000 }, () => now);
});

const read = (value: string) => () => {
  reads.push(value);
  return Promise.resolve(value);
};
const fail = () => Promise.reject(new Error("gone"));

test("an answer stands for a while, for its key alone", async () => {
  expect(await answers.get("a", read("one"))).toBe("one");
  now = 900;
  expect(await answers.get("a", read("two"))).toBe("one");
  expect(await answers.get("b", read("other"))).toBe("other");
  expect(reads).toEqual(["one", "other"]);
});

test("an answer that is asked for again is renewed once while it still stands", async () => {
  await answers.get("a", read("one"));
  now = 1_500;
  expect(await Promise.all([answers.get("a", read("two")), answers.get("a", read("three"))])).toEqual(["one", "one"]);
  expect(await answers.get("a", read("four"))).toBe("two");
  now = 3_400;
  expect(await answers.get("a", read("five"))).toBe("two");
  expect(reads).toEqual(["one", "two", "five"]);
});

test("an answer that is too old is not told, also while it is renewed", async () => {
  await answers.get("a", read("one"));
  now = 1_500;
  void answers.get("a", () => new Promise(() => undefined));
  now = 2_001;
  expect(await answers.get("a", read("two"))).toBe("two");
});

test("an answer that cannot be read is not remembered", async () => {
  await expect(answers.get("a", fail)).rejects.toThrow("gone");
  expect(await answers.get("a", read("one"))).toBe("one");
  now = 1_500;
  expect(await answers.get("a", fail)).toBe("one");
  await new Promise((resolve) => setImmediate(resolve));
  await expect(answers.get("a", fail)).rejects.toThrow("gone");
});

test("what is forgotten while it is read stays forgotten", async () => {
  const before = answers.get("a", read("one"));
  answers.forget();
  expect([await before, await answers.get("a", read("two"))]).toEqual(["one", "two"]);
  now = 1_500;
  const renewed = Promise.withResolvers<string>();
  await answers.get("a", () => renewed.promise);
  answers.forget();
  renewed.resolve("old");
  await new Promise((resolve) => setImmediate(resolve));
  expect(await answers.get("a", read("three"))).toBe("three");
});
