// Compares a screenshot with the picture that was looked at and kept, inside the browser that drew it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";

const folder = join(import.meta.dirname, "screens");
export const isUpdating = process.env["GALLEY_SCREENS"] === "update";

/** How much of the picture may differ. Letters of other fonts leave the layout alone: then only that is compared. */
const TOLERANCE = { same: 0.002, layout: 0.12 };

export interface Verdict {
  /** The share of the picture that differs, 0 to 1. */
  differs: number;
  allowed: number;
}

/** With `GALLEY_SCREENS=update` the screenshot becomes the picture: look at it before it is committed. */
export async function compareWithPicture(page: Page, name: string): Promise<Verdict> {
  const taken = await page.screenshot({ animations: "disabled", caret: "hide" });
  const path = join(folder, `${name}.png`);
  if (isUpdating) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, taken);
    await rememberFonts(page);
  }
  if (!existsSync(path)) throw new Error(`There is no picture ${name}: run with GALLEY_SCREENS=update and look at it.`);
  const sameFonts = (await widthsOf(page)) === readFileSync(join(folder, "fonts.txt"), "utf8");
  const differs = await difference(page, readFileSync(path), taken, sameFonts ? 2 : 12);
  return { differs, allowed: sameFonts ? TOLERANCE.same : TOLERANCE.layout };
}

async function rememberFonts(page: Page): Promise<void> {
  writeFileSync(join(folder, "fonts.txt"), await widthsOf(page));
}

/** What a line measures in the fonts of the panel: other fonts, other widths. */
function widthsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const line = "The quick brown fox jumps over 1,234 lazy dogs";
    const canvas = new OffscreenCanvas(10, 10).getContext("2d");
    const { fontFamily } = getComputedStyle(document.body);
    return [fontFamily, "monospace"]
      .map((family) => {
        if (canvas === null) return "";
        canvas.font = `100px ${family}`;
        return canvas.measureText(line).width.toFixed(1);
      })
      .join("\n");
  });
}

/** Both pictures made `scale` times smaller, so that the edges of letters do not count. */
function difference(page: Page, expected: Buffer, actual: Buffer, scale: number): Promise<number> {
  const images = [expected, actual].map((image) => image.toString("base64"));
  return page.evaluate(
    async ([pair, by]) => {
      const decoded = pair.map((base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
      const [first, second] = await Promise.all(decoded.map((bytes) => createImageBitmap(new Blob([bytes]))));
      if (first === undefined || second === undefined) return 1;
      if (first.width !== second.width || first.height !== second.height) return 1;
      const [width, height] = [Math.round(first.width / by), Math.round(first.height / by)];
      const pixels = [first, second].map((image) => {
        const canvas = new OffscreenCanvas(width, height).getContext("2d");
        if (canvas === null) throw new Error("there is no canvas");
        canvas.imageSmoothingQuality = "high";
        canvas.drawImage(image, 0, 0, width, height);
        return canvas.getImageData(0, 0, width, height).data;
      });
      const [one, other] = pixels;
      if (one === undefined || other === undefined) return 1;
      let different = 0;
      for (let at = 0; at < one.length; at += 4) {
        const far = [0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > 40);
        if (far) different += 1;
      }
      return different / (one.length / 4);
    },
    [images, scale] as const,
  );
}
