// Compares a screenshot with the picture that was looked at and kept, inside the browser that drew it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** The pictures of the panel. */
const screens = join(import.meta.dirname, "screens");
export const isUpdating = process.env["GALLEY_SCREENS"] === "update";

/** The share of a picture that may differ. */
const TOLERANCE = 0.002;

/** Other fonts draw other pictures: there only the layout can be checked. */
export async function hasFontsOfPictures(page: Page, folder = screens): Promise<boolean> {
  if (isUpdating) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "fonts.txt"), await widthsOf(page));
  }
  return (await widthsOf(page)) === readFileSync(join(folder, "fonts.txt"), "utf8");
}

/**
 * By how much a page differs from its picture, in words; nothing when it does not. With `GALLEY_SCREENS=update` the
 * screenshot becomes the picture: look at it before it is committed.
 */
export async function differenceFromPicture(
  page: Page,
  name: string,
  { folder = screens, taken }: { folder?: string; taken?: Buffer } = {},
): Promise<string | undefined> {
  const picture = taken ?? (await stillPicture(page));
  const path = join(folder, `${name}.png`);
  if (isUpdating) writeFileSync(path, picture);
  if (!existsSync(path)) throw new Error(`There is no picture ${name}: run with GALLEY_SCREENS=update and look at it.`);
  const kept = readFileSync(path);
  const differs = kept.equals(picture) ? 0 : await difference(page, kept, picture, 2);
  return differs > TOLERANCE ? `${name}: ${(100 * differs).toFixed(2)} %` : undefined;
}

/** What moves stands where it does for a user who wants less motion. */
async function stillPicture(page: Page): Promise<Buffer> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  await page.emulateMedia({ reducedMotion: null });
  return picture;
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
