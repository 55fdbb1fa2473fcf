// Chips beside other scripts and other ways to write: right-to-left lines, input methods, dictation.
import { expect, test } from "vitest";
import { Sheet } from "./drawn.ts";
import { useStudio } from "./page.ts";

const studio = useStudio();

/** Left edges of the line's text runs and chips, in the order of the document. */
async function lefts({ panel }: Sheet): Promise<number[]> {
  return panel.input.locator("p").evaluate((line) =>
    [...line.childNodes]
      .filter((node) => node instanceof Text || (node instanceof Element && node.matches(".chip")))
      .map((node) => {
        const range = document.createRange();
        range.selectNode(node);
        return range.getBoundingClientRect().left;
      }),
  );
}

test.each(["אבג ① דהו ② זחט", "① שלום ② עולם"])("%s reads from right to left", async (line) => {
  const sheet = await Sheet.open(studio);
  await sheet.put(line);
  const found = await lefts(sheet);
  expect(found).toEqual(found.toSorted((a, b) => b - a));
});

test("a line of its own script keeps its direction beside one of another", async () => {
  const sheet = await Sheet.open(studio);
  await sheet.put("① says hello\n① שלום");
  const directions = await sheet.panel.input
    .locator("p")
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).direction));
  expect(directions).toEqual(["ltr", "rtl"]);
});

test("in a right-to-left line the arrows go where they point", async () => {
  const sheet = await Sheet.open(studio);
  expect(await sheet.keys("אב①גד", "Home ArrowLeft ArrowLeft ArrowLeft ArrowLeft")).toBe("אב①|גד");
  expect(await sheet.keys("אב①גד", "ArrowRight ArrowRight ArrowRight ArrowRight")).toBe("אב|①גד");
  expect(await sheet.keys("אב①גד", "Home Control+ArrowLeft Control+ArrowLeft")).toBe("אב①|גד");
  expect(await sheet.keys("אב①גד", "ArrowRight ArrowRight Shift+ArrowRight")).toBe("אב|גד");
});

const methods = [
  ["Japanese", ["k", "か", "かn", "かん", "漢"], "漢"],
  ["Chinese", ["n", "ni", "ni h", "你好"], "你好"],
  ["Korean", ["ㅎ", "하", "한"], "한"],
] as const;
const spots = [
  ["①", "", "①…"],
  ["①", "Home", "…①"],
  ["①②", "Home ArrowRight ArrowRight", "①…②"],
  ["a①b", "ArrowLeft", "a①…b"],
  ["a①b", "Home ArrowRight", "a…①b"],
  ["①\n②", "Home", "①\n…②"],
  ["a①b", "ArrowLeft ArrowLeft", "a…b"],
] as const;

test.each(methods)("%s is composed on every side of a chip", async (_name, steps, text) => {
  const sheet = await Sheet.open(studio);
  const cdp = await sheet.panel.cdp();
  for (const [before, keys, after] of spots) {
    await sheet.put(before);
    await sheet.panel.press(...keys.split(" ").filter((key) => key !== ""));
    for (const step of steps) {
      const at = step.length;
      await cdp.send("Input.imeSetComposition", { text: step, selectionStart: at, selectionEnd: at });
    }
    await cdp.send("Input.insertText", { text });
    expect(await sheet.typed(), `${before} ${keys}`).toBe(after.replace("…", `${text}|`));
  }
});

test("a composition that is given up leaves chips and text as they were", async () => {
  const sheet = await Sheet.open(studio);
  const cdp = await sheet.panel.cdp();
  for (const [before, keys] of spots.slice(0, 6)) {
    await sheet.put(before);
    await sheet.panel.press(...keys.split(" ").filter((key) => key !== ""));
    await cdp.send("Input.imeSetComposition", { text: "か", selectionStart: 1, selectionEnd: 1 });
    await cdp.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
    expect((await sheet.typed()).replace("|", ""), `${before} ${keys}`).toBe(before);
  }
});

test("dictated words that come faster than frames all arrive, in order, behind a chip", async () => {
  const sheet = await Sheet.open(studio);
  await sheet.put("①");
  const words = Array.from({ length: 60 }, (_value, index) => `word${index} `);
  const cdp = await sheet.panel.cdp();
  await Promise.all(words.map((text) => cdp.send("Input.insertText", { text })));
  expect(await sheet.typed()).toBe(`①${words.join("")}|`);
});
