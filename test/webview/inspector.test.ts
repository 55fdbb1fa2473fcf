// The inspector by keyboard and mouse: tabs, the chosen part, what was left out, and what is asked of the host.
import { expect, test } from "vitest";
import { inspection, seen } from "./inspected.ts";
import { useStudio, type Panel } from "./page.ts";
import { composer } from "./skill-states.ts";

const studio = useStudio();
let panel: Panel;

async function open(changes: Parameters<typeof inspection>[0] = {}): Promise<void> {
  panel = await studio.inspector({ width: 700 });
  await panel.send({ type: "inspection", inspection: inspection(changes) });
}

const tab = (name: string) => panel.page.getByRole("tab", { name, exact: true });
const chosenTab = () => panel.page.getByRole("tab", { selected: true }).textContent();
const part = (name: string) => panel.page.getByRole("row", { name }).getByRole("button");
const shown = () => panel.page.locator("pre").textContent();
/** What was asked of the host since it was ready. */
const asked = () => panel.page.evaluate(() => globalThis.posted.slice(1).map((post): unknown => post));

test("arrows, Home and End walk the tabs, and only the chosen one is a stop of Tab", async () => {
  await open();
  await panel.press("Tab");
  const walk: (string | null)[] = [];
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"]) {
    await panel.press(key);
    const focused = await panel.page.evaluate(() => document.activeElement?.textContent ?? "");
    expect(focused).toBe(await chosenTab());
    walk.push(focused);
  }
  const first = "Request Preview";
  expect(walk).toEqual(["Raw Request", "Manifest", "Changes", first, "Changes", first, "Changes"]);
  expect(await panel.page.locator("[role=tab][tabindex='0']").count()).toBe(1);
});

test("the first thing the user composed is shown, and a chosen part shows its text", async () => {
  await open();
  expect(await shown()).toBe("Explain the jitter in ");
  for (const { name, text } of seen) {
    await part(name).press("Enter");
    expect(await shown()).toBe(text);
    expect(await part(name).getAttribute("aria-pressed")).toBe("true");
  }
});

test("Open asks for the place of the part, and is not there for what has none", async () => {
  await open();
  expect(await panel.button("Open").count()).toBe(0);
  await part("src/net/backoff.ts:12-30").click();
  await panel.button("Open").press("Enter");
  const place = { path: "src/net/backoff.ts", range: { start: 12, end: 30 } };
  expect(await asked()).toEqual([{ type: "open", place }]);
});

test("what was made of files opens each of them", async () => {
  const instructions = { ...seen[0], name: "project.instructions", sources: ["AGENTS.md", "src/net/CLAUDE.md"] };
  await open({ parts: [instructions as (typeof seen)[number], ...seen] });
  await part("project.instructions").click();
  await panel.button("Open net/CLAUDE.md").press("Enter");
  await panel.button("Open AGENTS.md").click();
  expect(await asked()).toEqual(["src/net/CLAUDE.md", "AGENTS.md"].map((path) => ({ type: "open", place: { path } })));
});

test("the cache boundary stands between what is repeated and what is new, and in the words beside the bar", async () => {
  await open();
  const rows = await panel.page.getByRole("row").allInnerTexts();
  expect(rows.findIndex((row) => row.includes("cache boundary"))).toBe(3);
  await panel.page.getByText("first 16k tokens unchanged since the last turn").waitFor();
  await panel.send({ type: "inspection", inspection: inspection({ parts: seen.slice(2) }) });
  expect(await panel.page.getByText("cache boundary").count()).toBe(0);
  expect(await panel.page.getByText("unchanged since").count()).toBe(0);
});

test("the request and the manifest are shown, and copied whole by the host", async () => {
  await open();
  await tab("Raw Request").click();
  expect(await shown()).toContain('"role": "system"');
  await panel.button("Copy Request").click();
  await tab("Manifest").click();
  expect(await shown()).toContain('"loopback/loopback"');
  await panel.button("Copy Manifest").click();
  expect(await asked()).toEqual([
    { type: "copy", what: "wire" },
    { type: "copy", what: "manifest" },
  ]);
});

test("of a turn that went over the network the bytes and their times stand below the request", async () => {
  await open({ which: "turn", traffic: "POST https://example.org · 200 · first byte after 312 ms" });
  await tab("Raw Request").click();
  expect(await panel.page.locator("pre").allTextContents()).toEqual([
    expect.stringContaining("loopback"),
    "POST https://example.org · 200 · first byte after 312 ms",
  ]);
});

test("a sent request can be compared with what would be sent now, a preview cannot", async () => {
  await open({ which: "next" });
  expect(await panel.button("Compare with Now").count()).toBe(0);
  await panel.send({ type: "inspection", inspection: inspection({ which: "turn" }) });
  await panel.button("Compare with Now").click();
  expect(await asked()).toEqual([{ type: "replay" }]);
});

test("what was left out is listed with the reason, and a problem stands beside its part", async () => {
  await open();
  expect(await panel.page.getByRole("listitem").allTextContents()).toEqual(["2 older messages: They did not fit."]);
  expect(await panel.page.getByRole("row", { name: "capture.psd" }).textContent()).toContain("cannot read it");
  await panel.send({ type: "inspection", inspection: inspection({ left_out: [] }) });
  expect(await panel.page.getByText("Left out").count()).toBe(0);
});

test("the difference lists what is new, and says where it begins", async () => {
  await open();
  await tab("Changes").click();
  await panel.page.getByText("61k of 70k bytes").waitFor();
  expect(await panel.page.getByRole("rowheader").allInnerTexts()).toEqual(seen.slice(2).map(({ name }) => name.trim()));
  const nothingNew = { first: true, same_bytes: 0, total_bytes: 9, diverges_at: null };
  await panel.send({ type: "inspection", inspection: inspection({ difference: nothingNew }) });
  await panel.page.getByText("This is the first request in the conversation.").waitFor();
});

test("the difference shows the place where two requests part, as it was and as it is", async () => {
  const parted = { lost: 3, before: "…\nbe brief", now: "…\nbe long" };
  await open({ difference: { ...inspection().difference, ...parted } });
  await tab("Changes").click();
  const text = (name: string) => panel.page.getByRole("region", { name }).locator("pre").textContent();
  expect([await text("Previous request"), await text("This request")]).toEqual([parted.before, parted.now]);
  await panel.page.getByText("The first difference is at src/main.ts.").waitFor();
  const added = { ...inspection().difference, lost: 0, now: "new words" };
  await panel.send({ type: "inspection", inspection: inspection({ difference: added }) });
  await panel.page.getByText("The previous request is repeated in full").waitFor();
  expect(await panel.page.getByRole("region", { name: "This request" }).count()).toBe(0);
});

test("a newer look keeps the chosen tab and the chosen part, also when parts come before it", async () => {
  await open();
  await part("src/main.ts").click();
  const [system, ...rest] = seen;
  const added = { ...seen[2], name: "src/new.ts", text: "new", group: "pinned", becomes: "text", tokens: 1 } as const;
  const parts = system === undefined ? [] : [system, { ...added, state: "new" as const }, ...rest];
  await panel.send({ type: "inspection", inspection: inspection({ parts }) });
  expect(await shown()).toContain("import { upload }");
  await tab("Manifest").click();
  await panel.send({ type: "inspection", inspection: inspection() });
  expect(await chosenTab()).toBe("Manifest");
});

test("when there is nothing to show it says why, and shows the next look", async () => {
  panel = await studio.inspector();
  await panel.page.getByText("Loading…").waitFor();
  await panel.send({ type: "nothing", reason: "It is gone." });
  await panel.page.getByText("It is gone.").waitFor();
  expect(await panel.page.getByRole("tab").count()).toBe(0);
  await panel.send({ type: "inspection", inspection: inspection({ which: "turn" }) });
  await tab("Sent Request").waitFor();
});

test("what the Composer did has a tab of its own where a skill ran, and another turn has none", async () => {
  await open({ composer });
  await tab("Skills").press("Enter");
  const audit = panel.page.getByRole("region", { name: "audit" });
  expect(await audit.innerText()).toMatch(/network-code-with-a-long-name 2 Example: tags net, socket/);
  expect(await audit.innerText()).toMatch(/look grep, glob\s+.*report read/);
  await panel.page.getByRole("region", { name: "memory" }).getByText("all tools in the conversation").waitFor();
  await panel.send({ type: "inspection", inspection: inspection() });
  await tab("Skills").waitFor({ state: "detached" });
  expect(await chosenTab()).toBe("Request Preview");
});

test("what changed is one line in the narrowest inspector", async () => {
  await open({ parts: seen.map((one) => ({ ...one, state: "partly" as const })) });
  await panel.resize(280);
  const cells = panel.page.getByRole("cell", { name: "Partly changed" });
  const lines = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual(seen.map(() => 1));
});
