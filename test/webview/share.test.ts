// How much of the side bar the messages have, with the other views and titles that VS Code puts around the panel.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Panel, useStudio } from "./page.ts";
import { roomIn } from "./room.ts";
import { answered, asked, busy, conversation, text } from "./samples.ts";
import { loopback, meter, panelStates } from "./states.ts";

const studio = useStudio();
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
  contributes: { views: { galley: { id: string; initialSize: number }[] } };
};

/** In VS Code, in pixels: the title of the side bar, and that of each view. Shelf and Conversations are folded. */
const [BAR, VIEW] = [35, 28];
const around = BAR + 3 * VIEW;

/** VS Code shares the height by these when a view is added. */
const weight = (name: string): number =>
  manifest.contributes.views.galley.find(({ id }) => id === `galley.${name}`)?.initialSize ?? 0;
const share = weight("sidecar") / ["composer", "sidecar", "shelfEmpty", "sessions"].map(weight).reduce((a, b) => a + b);

const offers = [{ name: "open", label: "open editors", mode: "ask" as const, tokens: 22, parts: [text("code")] }];
const long = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n\n");
const messages = [asked("m1", text("hi")), answered("m2", long)];

async function talking(): Promise<Panel> {
  const agent = { name: "default", description: "Answers" };
  const panel = await studio.panel({ snapshot: conversation({ model: loopback, agent, messages }) });
  await panel.send({ type: "meter", meter }, { type: "context-offers", offers });
  return panel;
}

const hasRoom = async (panel: Panel): Promise<boolean | undefined> => (await panel.posted("room")).at(-1)?.has;

test.each([
  [850, 0.6],
  [500, 0.4],
])(
  "in a side bar %i high the messages have at least %f of it, idle and while an answer runs",
  async (height, least) => {
    const panel = await talking();
    for (const run of [{ state: "idle" as const, message_id: null }, busy]) {
      await panel.send({ type: "run", run });
      for (const width of [280, 400, 900]) {
        await panel.resize(width, height - around);
        const { log } = await roomIn(panel.page, []);
        expect(log / height, `${run.state}, ${width} wide`).toBeGreaterThanOrEqual(least);
      }
    }
  },
);

test("beside a sidecar they have at least 45 % of it: one that is too low says that the sidecar has no room in it", async () => {
  const panel = await talking();
  for (const height of [500, 850, 1200]) {
    await panel.resize(280, height - around);
    await expect.poll(() => hasRoom(panel), { message: `${height}` }).toBe(false);
  }
  // The lowest with room for both.
  const height = 1150 + around;
  await panel.resize(280, 1150);
  await expect.poll(() => hasRoom(panel)).toBe(true);
  const beside = Math.round(share * (height - BAR));
  await panel.resize(280, 1150 - beside);
  expect((await roomIn(panel.page, [])).log / height).toBeGreaterThanOrEqual(0.45);
  const side = await panelStates["sidecar"]?.(studio, { width: 280, height: beside - VIEW });
  if (side === undefined) throw new Error("no state");
  await side.send({ type: "meter", meter });
  expect((await roomIn(side.page, ["Insert Answer", "Close", "Send"])).cut).toEqual([]);
  expect((await roomIn(side.page, [])).log, "a few lines of the sidecar").toBeGreaterThanOrEqual(130);
});

test("in a side bar 850 high with the sidecar in it they have at least 45 % of it, and the sidecar some lines and its buttons", async () => {
  const height = 850;
  const beside = Math.round(share * (height - BAR));
  const panel = await talking();
  for (const run of [{ state: "idle" as const, message_id: null }, busy]) {
    await panel.send({ type: "run", run });
    for (const width of [280, 400, 900]) {
      await panel.resize(width, height - around - beside);
      const { log } = await roomIn(panel.page, []);
      expect(log / height, `${run.state}, ${width} wide`).toBeGreaterThanOrEqual(0.45);
    }
  }
  const side = await panelStates["sidecar"]?.(studio, { width: 280, height: beside - VIEW });
  if (side === undefined) throw new Error("no state");
  await side.send({ type: "meter", meter });
  const { log, cut } = await roomIn(side.page, ["Insert Answer", "Close", "Send"]);
  expect(cut).toEqual([]);
  expect(log, "three lines of the sidecar").toBeGreaterThanOrEqual(60);
});

test("nothing moves if the user wants no motion, in VS Code or in the system", async () => {
  const panel = await panelStates["streaming"]?.(studio, {
    isAlone: true,
    before: (page) => page.clock.install(),
  });
  if (panel === undefined) throw new Error("no state");
  const { page } = panel;
  // Its clock runs on by itself until then: on a slow machine a beat would come between two looks.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const look = () =>
    page.evaluate(() => [...document.querySelectorAll(".dot, .growing i")].map((sign) => sign.className).join());
  /** The looks at four beats. */
  const looks = async () => {
    const seen = new Set<string>();
    for (let beat = 0; beat < 4; beat++) {
      await page.clock.runFor(300);
      seen.add(await look());
    }
    return seen.size;
  };
  expect(await looks(), "else something does").toBe(4);
  // The page hears of a change of the system a moment later.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(looks).toBe(1);
  await page.emulateMedia({ reducedMotion: null });
  await expect.poll(looks).toBe(4);
  await page.evaluate(() => document.body.classList.add("vscode-reduce-motion"));
  expect(await looks()).toBe(1);
});
