// A low or narrow panel: the messages keep their lines, and no button is cut off.
import { expect, test } from "vitest";
import type { ShownQueue } from "../../extension/protocol/conversation.ts";
import { type Panel, useStudio } from "./page.ts";
import { roomIn } from "./room.ts";
import { answered, asked, busy, conversation, text } from "./samples.ts";
import { loopback, meter } from "./states.ts";
import { editAsk, edits, formAsk, waiting } from "./tool-samples.ts";

const studio = useStudio();
const pictures = process.env["GALLEY_PICTURES"];

const queue: ShownQueue = {
  items: [
    { id: "q1", words: "then add a test for two failures in a row, and one for none", chips: 0 },
    { id: "q2", words: "/review upload.ts:10-25", chips: 2 },
  ],
  held: false,
  undo: true,
};
const long = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
const failure = {
  stage: "send",
  code: "offline",
  message: "The provider could not be reached. Check the network and try again.",
  retryable: true,
} as const;

/** What VS Code gives a view at its lowest and narrowest, and what lies between. */
const sizes = [
  [400, 256, 80],
  [400, 200, 72],
  [300, 120, 43],
  [280, 500, 80],
  [271, 500, 80],
  [240, 228, 80],
  [170, 500, 80],
  [170, 120, 43],
] as const;

async function resize({ page }: Panel, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

async function picture({ page }: Panel, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
}

test("a long draft, a queue, a note and an answer that grows leave the messages their lines and every button whole", async () => {
  const messages = [asked("m1", text("hi")), answered("m2", long, { finish: null })];
  const snapshot = conversation({ messages, run: busy, queue, model: { ...loopback, name: "Claude Sonnet" } });
  const panel = await studio.panel({ snapshot });
  await panel.send({ type: "meter", meter });
  await panel.input.fill(long);
  const names = ["Attach", "Model", "Stop", "More ways to stop", "Queue", "More ways to send", "Preview"];
  for (const isFailed of [false, true]) {
    if (isFailed) await panel.send({ type: "failure", failure });
    for (const [width, height, least] of sizes) {
      await resize(panel, width, height);
      await picture(panel, `room-${width}x${height}${isFailed ? "-failed" : ""}`);
      const room = await roomIn(panel.page, names);
      expect({ width, height, isFailed, ...room, log: room.log >= least, model: room.model > 18 }).toEqual({
        width,
        height,
        isFailed,
        log: true,
        cut: [],
        model: true,
      });
    }
  }
});

test("offers above a long draft leave every button whole", async () => {
  const messages = [asked("m1", text("hi")), answered("m2", long)];
  const panel = await studio.panel({
    snapshot: conversation({ messages, model: { ...loopback, name: "Claude Sonnet" } }),
  });
  await panel.send({ type: "meter", meter });
  const offer = {
    name: "selection",
    label: "upload.ts:10-25",
    mode: "ask" as const,
    tokens: 180,
    parts: [text("code")],
  };
  await panel.send({ type: "context-offers", offers: [offer] });
  await panel.page.getByRole("button", { name: /^Add upload/ }).waitFor();
  for (const draft of ["", long]) {
    await panel.input.fill(draft);
    for (const [width, height] of sizes) {
      await resize(panel, width, height);
      await picture(panel, `room-offers-${width}x${height}-${draft.length}`);
      const { cut, log } = await roomIn(panel.page, ["Attach", "Model", "Send", "Add upload", "Preview"]);
      expect({ width, height, draft: draft.length, cut, log: log > 18 || log }).toEqual({
        width,
        height,
        draft: draft.length,
        cut: [],
        log: true,
      });
    }
  }
});

test("the note of the first run gives way to the messages", async () => {
  const messages = [asked("m1", text("hi")), answered("m2", long)];
  const told = await studio.panel({ snapshot: conversation({ model: loopback }), height: 850 });
  const offer = told.button("Select Model…");
  await offer.waitFor();
  await told.send({ type: "snapshot", snapshot: conversation({ model: loopback, messages }) });
  expect(await offer.count()).toBe(0);
  const panel = await studio.panel({ snapshot: conversation({ model: loopback }), width: 170, height: 481 });
  await panel.input.fill(long);
  expect((await roomIn(panel.page, ["Attach", "Model", "Send"])).log).toBeGreaterThanOrEqual(80);
  await picture(panel, "room-first-run");
});

test("what a long card asks and its buttons stay in sight while its body scrolls", async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `+const line${index} = ${index};`);
  const ask = { ...editAsk, preview: { type: "diff" as const, path: "src/net/upload.ts", lines } };
  const panel = await studio.panel({ snapshot: waiting(ask), width: 300, height: 300 });
  await panel.button("Show all").click();
  const log = panel.page.getByRole("log");
  const title = panel.page.locator("[data-ask] .title");
  for (const height of [300, 200, 120]) {
    await resize(panel, 300, height);
    for (const share of [0.5, 0.9, 1]) {
      await log.evaluate((node, part) => {
        const card = node.querySelector("[data-ask]");
        const top = (card?.getBoundingClientRect().top ?? 0) - node.getBoundingClientRect().top + node.scrollTop;
        const end = node.scrollHeight - node.clientHeight;
        node.scrollTop = top + (end - top) * part;
      }, share);
      await panel.page.evaluate(() => new Promise(requestAnimationFrame));
      await picture(panel, `card-${height}-${share * 100}`);
      const [head, frame] = [await title.boundingBox(), await log.boundingBox()];
      const seen = (head?.y ?? -9) >= (frame?.y ?? 0) - 1 && (head?.height ?? 0) > 14;
      const { cut } = await roomIn(panel.page, ["Allow Once", "Deny"]);
      expect({ height, share, seen, cut }).toEqual({ height, share, seen: true, cut: [] });
    }
  }
});

test("two changed files of one name are told apart at the narrowest", async () => {
  const [edit] = edits;
  if (edit === undefined) throw new Error("no edit");
  const paths = ["src/net/index.ts", "src/ui/index.ts"];
  const changed = answered("m2", "done", { edits: paths.map((path) => ({ ...edit, path })) });
  const panel = await studio.panel({
    snapshot: conversation({ messages: [asked("m1", text("hi")), changed] }),
    width: 170,
  });
  await panel.page.getByRole("button", { name: /^Changed 2 files/ }).click();
  const shown = panel.page.locator(".path");
  await expect.poll(() => shown.count()).toBe(2);
  expect(await shown.evaluateAll((nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth).length)).toBe(
    0,
  );
  await picture(panel, "edits-170");
});

test("a field of a card that gets the focus is in sight with its label, and not under the head or the buttons", async () => {
  const panel = await studio.panel({ snapshot: waiting(formAsk), width: 252, height: 360 });
  /** Where a click on what has the focus, or on its label, would go elsewhere. */
  const covered = () =>
    panel.page.evaluate(() => {
      const focused = document.activeElement;
      const label = focused?.closest("[data-field]")?.querySelector("label, .label");
      // Of several boxes under one label the label may be gone by the last.
      const shown = focused?.getAttribute("type") === "checkbox" ? [focused] : [focused, label];
      return shown.flatMap((node) => {
        const { left, top, height } = node?.getBoundingClientRect() ?? new DOMRect();
        return [top + 2, top + height - 2].filter((y) => {
          const found = document.elementFromPoint(left + 4, y);
          return found === null || (found !== node && node?.contains(found) !== true);
        });
      });
    });
  await panel.page.locator("[data-ask] .title").waitFor();
  await panel.focus();
  await panel.goToAsk();
  const fields = await panel.page.locator("[data-ask]").locator("input, select").count();
  for (let at = 0; at < fields; at += 1) {
    await picture(panel, `field-${at}`);
    await expect.poll(covered).toEqual([]);
    await panel.press("Tab");
  }
});

test("offers are one whole line in the lowest panel, and are told apart by name in the narrowest", async () => {
  const panel = await studio.panel({ width: 240, height: 120 });
  const offers = [
    { name: "selection", label: "upload.ts:10-25" },
    { name: "open", label: "open editors" },
  ];
  const shown = offers.map((offer) => ({ ...offer, mode: "ask" as const, tokens: 1_800, parts: [text("code")] }));
  await panel.send({ type: "context-offers", offers: shown });
  const offer = panel.page.getByRole("button", { name: /^Add upload/ });
  await offer.waitFor();
  const seen = await offer.evaluate((node) => {
    const [own, list] = [node.getBoundingClientRect(), node.closest("ul")?.getBoundingClientRect()];
    return list !== undefined && own.top >= list.top && own.bottom <= list.bottom;
  });
  expect(seen).toBe(true);
  await picture(panel, "offers-240x120");
  await resize(panel, 170, 500);
  const width = await panel.page
    .locator(".name")
    .first()
    .evaluate((node) => node.getBoundingClientRect().width);
  expect(width).toBeGreaterThan(45);
  await picture(panel, "offers-170x500");
});
