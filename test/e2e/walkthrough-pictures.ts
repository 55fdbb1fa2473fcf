// Takes the pictures of the walkthrough from a real window, in each theme: run with GALLEY_PICTURES=update.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { whileSeen } from "../../scripts/unseen.mjs";
import type { OllamaServer } from "../fakes/ollama-server.ts";
import { begin, box } from "./ask.ts";
import { answer, chip, input } from "./panel.ts";
import { quickPick, type Window, type WindowOptions } from "./window.ts";

/** The names of the files, and the themes of the windows they are taken from. */
const THEMES = {
  dark: "dark",
  light: "light",
  "hc-dark": "high-contrast",
  "hc-light": "high-contrast-light",
} as const;
type PictureName = keyof typeof THEMES;
export const PICTURE_NAMES: readonly PictureName[] = ["dark", "light", "hc-dark", "hc-light"];

const FOLDER = join(import.meta.dirname, "../../media/walkthrough");
const SIZE = { width: 520, height: 350 };
const MOST_BYTES = 9_500;
const MODEL = "qwen3-coder:30b";
const CHANGED = `  readonly first: number;
  /** The longest wait, in milliseconds. */
  readonly longest: number;
  /** The number of tries before we give up. */
  readonly tries: number;`;

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Open = (options: WindowOptions) => Promise<Window>;

export async function takePictures(name: PictureName, ollama: OllamaServer, open: Open): Promise<void> {
  const window = await open({
    theme: THEMES[name],
    viewport: { width: 1300, height: 640 },
    settings: { "galley.model": `ollama/${MODEL}`, "editor.minimap.enabled": false, "breadcrumbs.enabled": false },
  });
  const { page } = window;
  const take = (step: string, clip: Partial<Clip>): Promise<void> =>
    picture(page, `${step}-${name}`, { x: 0, y: 0, ...SIZE, ...clip });
  const panel = await window.composer();
  await widen(page);
  await panel.getByRole("button", { name: `Model: ${MODEL}` }).click();
  const list = await box(window, "Select Model");
  await list.getByRole("option", { name: /^qwen3-coder/ }).waitFor();
  const listed = await list.boundingBox();
  // Down to the end of a line.
  await take("model", { ...listed, height: 285 });
  await page.keyboard.press("Escape");

  const atPanel = async (isLow: boolean): Promise<{ x: number; y: number }> => {
    const place = await page.locator(".part.auxiliarybar").boundingBox();
    const bottom = (place?.y ?? 0) + (place?.height ?? 0) - 60;
    return { x: 1300 - SIZE.width - 4, y: isLow ? bottom - SIZE.height : (place?.y ?? 0) + 40 };
  };
  ollama.answer = [
    "It sends a file **piece by piece**, and tries a piece again, with a longer delay each time, ",
    "until the server accepts it or refuses the upload.",
  ];
  await window.openFile("src/net/upload.ts");
  await panel.getByRole("button", { name: "Ask what upload.ts does" }).click();
  await answer(panel, MODEL).getByText("piece by piece").waitFor();
  // Down to the input.
  await take("ask", { ...(await atPanel(false)), height: 290 });

  await begin(window);
  await window.openFile("src/net/backoff.ts", { from: 5, to: 9 });
  await page.keyboard.press("Control+Alt+.");
  await chip(panel, /^backoff\.ts:5-9/).waitFor();
  await page.keyboard.type("is this used in @upl");
  await panel
    .getByRole("option", { name: /upload\.ts/ })
    .first()
    .waitFor();
  await panel.getByRole("option", { name: /UploadRefused/ }).waitFor();
  await panel.getByText("Searching…").waitFor({ state: "hidden" });
  await chip(panel, /~\d+/).waitFor();
  await take("context", await atPanel(true));

  await begin(window);
  await page.keyboard.press("Escape");
  await input(panel).click();
  await page.keyboard.type("/");
  await panel.getByRole("option").first().waitFor();
  await take("command", await atPanel(true));

  ollama.answer = [`\`\`\`ts\n${CHANGED}\n\`\`\`\n`];
  await window.openFile("src/net/backoff.ts", { from: 5, to: 9 });
  await page.keyboard.press("Control+K");
  await page.keyboard.press("i");
  await box(window, "Refactor Lines 5-9");
  await page.keyboard.type("name the unit of each in its comment");
  await page.keyboard.press("Enter");
  await page.locator(".codelens-decoration a", { hasText: "Keep" }).first().waitFor();
  // Alone in its place, so that its lines are whole.
  await quickPick(
    page,
    "F1",
    ">View: Toggle Secondary Side Bar Visibility",
    "View: Toggle Secondary Side Bar Visibility",
  );
  await page.locator(".part.auxiliarybar").waitFor({ state: "hidden" });
  const editor = await page.locator(".editor-instance").first().boundingBox();
  await take("refactor", { x: editor?.x ?? 0, y: editor?.y ?? 0, width: 600, height: 300 });
  await window.close();
}

/** Wide enough for a picture: by its border, as a user would. */
async function widen(page: Page): Promise<void> {
  const place = await page.locator(".part.auxiliarybar").boundingBox();
  await page.mouse.move((place?.x ?? 0) - 2, 300);
  await page.mouse.down();
  await page.mouse.move(1300 - SIZE.width - 8, 300, { steps: 5 });
  await page.mouse.up();
}

/** As good as it can be within its bytes. */
async function picture(page: Page, name: string, clip: Clip): Promise<void> {
  await page.mouse.move(0, 0);
  const shot = await whileSeen(page, () => page.screenshot({ clip, animations: "disabled", caret: "hide" }));
  const helper = await page.context().newPage();
  const tries = await helper.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return [1, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2].map((quality) => canvas.toDataURL("image/webp", quality));
  }, shot.toString("base64"));
  await helper.close();
  const encoded = tries.map((url) => Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
  const best = encoded.find(({ length }) => length <= MOST_BYTES) ?? encoded.at(-1);
  mkdirSync(FOLDER, { recursive: true });
  if (best !== undefined) writeFileSync(join(FOLDER, `${name}.webp`), best);
}
