// What a failed test left on the screen: a picture of each open window, and the words and the focus of its panes in the output.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame } from "playwright-core";
import { afterEach } from "vitest";
import { whileSeen } from "../../scripts/unseen.mjs";
import { openPages } from "./machine.ts";

const results = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "test-results");

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  mkdirSync(results, { recursive: true });
  for (const [index, page] of [...openPages].entries()) {
    const name = `failed-${String(index)}-${task.name.replaceAll(/\W+/g, "-").slice(0, 70)}`;
    const path = join(results, `${name}.png`);
    await whileSeen(page, () => page.screenshot({ path })).catch(() => undefined);
    const frames = page
      .frames()
      .filter((frame) => frame === page.mainFrame() || frame.url().includes("/pre/fake.html"));
    const words = await Promise.all(frames.map(wordsOf));
    console.log(`test-results/${name}.png\n${words.join("\n")}`);
  }
});

async function wordsOf(frame: Frame): Promise<string> {
  const words = await frame.evaluate(() => document.body.innerText).catch(() => "");
  const focus = await frame.evaluate(focused).catch(() => "");
  return `${focus}${words}`.replaceAll(/\s*\n\s*/g, " ¶ ").slice(0, 2000);
}

/** Runs in a frame: what has the focus there, by the beginning of its markup. */
function focused(): string {
  if (!document.hasFocus()) return "Without the focus. ";
  return `The focus is on ${document.activeElement?.outerHTML.slice(0, 200) ?? "nothing"} `;
}
