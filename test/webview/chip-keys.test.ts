// Every key that moves, selects or deletes, next to chips: a chip is one character, and the arrows select it on their way.
import { expect, test } from "vitest";
import { Sheet } from "./drawn.ts";
import { useStudio } from "./page.ts";

const studio = useStudio();

const cases: Record<string, [before: string, keys: string, after: string][]> = {
  "Home and End reach the outer side of a chip": [
    ["①", "Home", "|①"],
    ["①", "Home End", "①|"],
    ["①②", "Home", "|①②"],
    ["①②", "Home End", "①②|"],
    ["a①②", "Home", "|a①②"],
    ["a\n①②\nb", "ArrowUp Home", "a\n|①②\nb"],
    ["a\n①②\nb", "ArrowUp End", "a\n①②|\nb"],
  ],
  "an arrow selects a chip, the next one leaves it": [
    ["a①b", "ArrowLeft ArrowLeft", "a|b"],
    ["a①b", "ArrowLeft ArrowLeft ArrowLeft", "a|①b"],
    ["a①b", "ArrowLeft ArrowLeft ArrowRight", "a①|b"],
    ["①②", "Home ArrowRight ArrowRight", "①|②"],
    ["①②", "ArrowLeft ArrowLeft", "①|②"],
    ["①\n②", "Home ArrowLeft", "①|\n②"],
    ["①\n②", "ArrowUp End ArrowRight", "①\n|②"],
  ],
  "a chip is a word": [
    ["ab ① cd", "Control+ArrowLeft", "ab ① |cd"],
    ["ab ① cd", "Control+ArrowLeft Control+ArrowLeft", "ab |① cd"],
    ["ab ① cd", "Control+ArrowLeft Control+ArrowLeft Control+ArrowLeft", "|ab ① cd"],
    ["ab ① cd", "Home Control+ArrowRight", "ab| ① cd"],
    ["ab ① cd", "Home Control+ArrowRight Control+ArrowRight", "ab ①| cd"],
    ["ab ① cd", "Home Control+ArrowRight Control+ArrowRight Control+ArrowRight", "ab ① cd|"],
    ["①②", "Control+ArrowLeft", "①|②"],
    ["①②", "Control+ArrowLeft Control+ArrowLeft", "|①②"],
    ["①②", "Home Control+ArrowRight Control+ArrowRight", "①②|"],
    ["ab①cd", "Control+ArrowLeft Control+ArrowLeft", "ab|①cd"],
    ["ab①cd", "Home Control+ArrowRight", "ab|①cd"],
    ["ab①cd", "Home Control+ArrowRight Control+ArrowRight", "ab①|cd"],
    ["ab cd①", "Home Control+ArrowRight", "ab| cd①"],
  ],
  "Shift extends over a chip in one step": [
    ["①②", "Shift+ArrowLeft", "①|"],
    ["①②", "Shift+ArrowLeft Shift+ArrowLeft", "|"],
    ["①②", "Home Shift+ArrowRight", "|②"],
    ["a①b", "Shift+ArrowLeft Shift+ArrowLeft", "a|"],
    ["a①b", "Home Shift+ArrowRight Shift+ArrowRight", "|b"],
    ["a①b", "Home ArrowRight Shift+ArrowRight", "a|b"],
    ["a①b", "ArrowLeft Shift+ArrowLeft", "a|b"],
    ["a①b", "ArrowLeft Shift+ArrowLeft Shift+ArrowRight", "a①|b"],
    ["a①②b", "Shift+Home", "|"],
    ["①②", "Home Shift+End", "|"],
    ["a①b", "Control+Shift+ArrowLeft Control+Shift+ArrowLeft", "a|"],
    ["a①b", "Home Control+Shift+ArrowRight Control+Shift+ArrowRight", "|b"],
  ],
  "Shift goes on from a selected chip": [
    ["a①b", "ArrowLeft ArrowLeft Shift+ArrowLeft", "|b"],
    ["a①b", "ArrowLeft ArrowLeft Shift+ArrowRight", "a|"],
    ["a①b", "ArrowLeft ArrowLeft Shift+Home", "|b"],
    ["a①b", "ArrowLeft ArrowLeft Shift+End", "a|"],
    ["a①②b", "ArrowLeft ArrowLeft Shift+ArrowLeft", "a|b"],
    ["a①b", "ArrowLeft ArrowLeft Control+Shift+ArrowRight", "a|"],
  ],
  "Backspace and Delete take one chip, from both sides": [
    ["①②", "Backspace", "①|"],
    ["①②", "Home Delete", "|②"],
    ["①②", "Home ArrowRight ArrowRight Delete", "①|"],
    ["①②", "Home ArrowRight ArrowRight Backspace", "|②"],
    ["a①b", "ArrowLeft Backspace", "a|b"],
    ["a①b", "Home ArrowRight Delete", "a|b"],
    ["a①b", "ArrowLeft ArrowLeft Backspace", "a|b"],
    ["a①b", "ArrowLeft ArrowLeft Delete", "a|b"],
    ["①\n②", "Home Backspace", "①|②"],
    ["①\n②", "ArrowUp End Delete", "①|②"],
  ],
  "Ctrl+Backspace and Ctrl+Delete take a word, and a chip is one": [
    ["ab ①", "Control+Backspace", "ab |"],
    ["①②", "Control+Backspace", "①|"],
    ["ab①cd", "Control+Backspace", "ab①|"],
    ["ab①cd", "Control+Backspace Control+Backspace", "ab|"],
    ["ab① ", "Control+Backspace", "ab|"],
    ["①②", "Home Control+Delete", "|②"],
    ["ab①cd", "Home Control+Delete", "|①cd"],
    ["ab①cd", "Home Control+Delete Control+Delete", "|cd"],
    ["①\n②", "Home Control+Backspace", "①|②"],
  ],
  "Up and Down go through lines that hold only a chip": [
    ["a\n①\nb", "ArrowUp End", "a\n①|\nb"],
    ["a\n①\nb", "ArrowUp ArrowUp", "a|\n①\nb"],
    ["a\n①\nb", "Control+Home ArrowDown", "a\n|①\nb"],
    ["a\n①\nb", "Control+Home ArrowDown ArrowDown", "a\n①\n|b"],
    ["①\n②", "ArrowUp", "①|\n②"],
    ["①\n②", "Control+Home", "|①\n②"],
    ["①\n②", "Control+Home ArrowDown", "①\n|②"],
    ["①\n②", "Control+Home End ArrowDown", "①\n②|"],
    ["①\n②\n①", "ArrowUp ArrowUp", "①|\n②\n①"],
    ["①\n\n②", "ArrowUp", "①\n|\n②"],
    ["①\n\n②", "ArrowUp ArrowUp", "①|\n\n②"],
    ["①\n②", "Shift+ArrowUp", "①|"],
    ["a\n①\nb", "Shift+ArrowUp Shift+ArrowUp", "a|"],
    ["①\n②", "Control+Home Shift+ArrowDown", "|②"],
  ],
  "a line breaks before, between and behind chips": [
    ["①②", "Home ArrowRight ArrowRight Shift+Enter", "①\n|②"],
    ["①", "Shift+Enter", "①\n|"],
    ["①", "Home Shift+Enter", "\n|①"],
    ["a①b", "ArrowLeft ArrowLeft Shift+Enter", "a\n|b"],
  ],
  "select-all, undo and redo take chips along": [
    ["①", "Control+a", "|"],
    ["①\n②", "Control+a", "|"],
    ["①②", "Backspace Backspace Control+z Control+z", "①②|"],
    ["①②", "Backspace Control+z Control+y", "①|"],
    ["①②", "Control+a Backspace Control+z ArrowRight", "①②|"],
    ["a①b", "Control+a Control+x", "|"],
  ],
};

test.each(Object.entries(cases))("%s", async (_name, steps) => {
  const sheet = await Sheet.open(studio);
  for (const [before, keys, after] of steps) expect(await sheet.keys(before, keys), `${before} ${keys}`).toBe(after);
});

const places = ["", "x ", "①", "①②", "a①", "①\n"].map((text) => [text, ""] as const);
const inside = [
  ["①", "Home"],
  ["①②", "Home ArrowRight ArrowRight"],
  ["a①b", "ArrowLeft"],
  ["a\n①\nb", "ArrowUp End"],
  ["①\n②", "ArrowUp Home"],
  ["①\n②", "Home"],
] as const;

test("the caret can be seen on every side of a chip", async () => {
  const sheet = await Sheet.open(studio);
  const { page } = sheet.panel;
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".input { caret-color: #ff00ff !important }");
    document.adoptedStyleSheets.push(sheet);
  });
  const eye = await page.context().newPage();
  const pink = async (): Promise<number> => {
    const picture = await page.screenshot({ caret: "initial" });
    return eye.evaluate(countPink, picture.toString("base64"));
  };
  for (const [before, keys] of [...places, ...inside]) {
    await sheet.put(before);
    await sheet.panel.press(...keys.split(" ").filter((key) => key !== ""));
    // It blinks.
    await expect.poll(pink, { message: `${before} ${keys}` }).toBeGreaterThan(8);
  }
});

/** In a page of its own, which no policy keeps from looking at pictures. */
async function countPink(picture: string): Promise<number> {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas?.drawImage(image, 0, 0);
  const { data } = canvas?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 80 && (data[at + 2] ?? 0) > 200) count += 1;
  return count;
}
