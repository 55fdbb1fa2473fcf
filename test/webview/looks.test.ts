// How the panel presents itself when it opens, to the keyboard, and when there is something to tell.
import { expect, test } from "vitest";
import { useStudio } from "./page.ts";
import { answered, asked, conversation, text } from "./samples.ts";
import { fullMeter, loopback, meter, panelStates } from "./states.ts";

const studio = useStudio();

test("a conversation for a new skill says what it is for", async () => {
  const panel = await studio.panel({ snapshot: conversation({ writes_skills: true }) });
  await panel.page.getByText("Describe what the skill does").waitFor();
  expect(await panel.page.getByText("Ask with exactly the context you choose").count()).toBe(0);
});

test("everything is reached with Tab, in the order it stands", async () => {
  const panel = await panelStates["empty"]?.(studio, {});
  if (panel === undefined) throw new Error("no state");
  const focused = (): Promise<string> =>
    panel.page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return "";
      return element.getAttribute("aria-label") ?? element.textContent.trim();
    });
  // The caret is in the input to begin with: once round to the top.
  for (let step = 0; step < 14 && (await focused()) !== "New conversation"; step++) await panel.press("Tab");
  const names: string[] = [];
  for (let step = 0; step < 13; step++) {
    names.push(await focused());
    await panel.press("Tab");
  }
  expect(names).toEqual([
    "New conversation",
    "Conversation",
    "Ask what Galley can help with",
    "Open a file to try this on your code",
    "Attach or drop a file Shift+Drop",
    "Run a command /",
    "Open Walkthrough",
    "Select Model…",
    "Dismiss",
    "Message",
    "Attach",
    "Model: Loopback",
    "Send",
  ]);
});

test("with everything shown, Tab goes from the top to the bottom, and what has the focus shows it", async () => {
  const panel = await panelStates["crowd"]?.(studio, {});
  if (panel === undefined) throw new Error("no state");
  const look = () =>
    panel.page.evaluate(() => {
      const element = document.activeElement;
      const name = element?.getAttribute("aria-label") ?? element?.textContent.trim() ?? "";
      // A chip's frame is the focus of its face, and the box is that of the input.
      const framed = [element, element?.shadowRoot?.activeElement, element?.closest(".chip")];
      const hasFrame = framed.some((one) => one && getComputedStyle(one).outlineStyle !== "none");
      return { name, isSeen: hasFrame || element?.role === "textbox" };
    });
  for (let step = 0; step < 40 && (await look()).name !== "New conversation"; step++) await panel.press("Tab");
  const met: Awaited<ReturnType<typeof look>>[] = [];
  for (let step = 0; step < 40; step++) {
    met.push(await look());
    if (met.at(-1)?.name === "Preview") break;
    await panel.press("Tab");
  }
  const each = ["Edit", "Move up", "Move down", "Send now", "Cancel"].map((name): unknown =>
    expect.stringMatching(`^${name}: `),
  );
  expect(met.map(({ name }) => name)).toEqual([
    "New conversation",
    "Conversation",
    expect.stringMatching(/^upload\.ts/),
    "More actions",
    "More actions",
    "Show Log",
    "Dismiss",
    "Resume",
    ...each,
    ...each,
    "Undo",
    "/review expands to text and 1 chip",
    "Text that will be sent",
    "Message",
    "Attach",
    "Model: Loopback",
    "Send",
    "Preview",
  ]);
  expect(met.filter(({ isSeen }) => !isSeen)).toEqual([]);
});

test("the first run offers a model, until it is put away", async () => {
  const panel = await studio.panel({ snapshot: conversation({ model: loopback }) });
  await panel.button("Select Model…").click();
  await panel.button("Model: Loopback").click();
  const commands = (await panel.posted("run")).map(({ command }) => command);
  expect(commands).toEqual(["selectModel", "selectModel"]);
  await panel.button("Dismiss").click();
  expect(await panel.button("Select Model…").count()).toBe(0);
});

test("the meter tells how much of the window is taken", async () => {
  const panel = await studio.panel();
  await panel.send({ type: "meter", meter });
  const shown = panel.page.getByRole("meter", { name: "Context" });
  expect(await shown.getAttribute("aria-valuetext")).toBe("18660 of 32000 tokens");
  await panel.page.getByText("19k of 32k tokens", { exact: true }).waitFor();
});

test("a window that is nearly full warns, and says what compacting and unpinning would win", async () => {
  const panel = await studio.panel({ width: 280 });
  await panel.send({ type: "meter", meter });
  expect(await panel.button("Compact (saves 13k)").count()).toBe(0);
  await panel.send({ type: "meter", meter: fullMeter });
  await panel.page.getByRole("status", { name: "Context warning" }).getByText("Context almost full.").waitFor();
  await panel.button("Compact (saves 13k)").click();
  await panel.button("Unpin upload.ts (saves 2.1k)").click();
  expect((await panel.posted("run")).map(({ command }) => command)).toEqual(["compact"]);
  expect((await panel.posted("unpin")).map(({ id }) => id)).toEqual(["file:src/net/upload.ts"]);
  await panel.send({ type: "meter", meter: { ...fullMeter, limit: 10_000 } });
  await panel.page.getByText("Over the context limit.").waitFor();
});

test("a compaction says what became of what, and opens its summary", async () => {
  const part = {
    type: "data-compaction" as const,
    summary: "They **agreed** on five retries.",
    tail_start_id: "m0",
    auto: true,
    summary_tokens: 900,
    report: { messages: 34, tokens_before: 12_300, skills: ["review 1.2"] },
  };
  const messages = [asked("m1", text("hi")), { ...answered("m2", ""), parts: [part] }];
  const panel = await studio.panel({ snapshot: conversation({ messages }) });
  const line = panel.page.getByText(/^Compacted automatically: 34 messages, ~12k tokens summarized in ~900 tokens/);
  await line.waitFor();
  expect(await line.textContent()).toContain("recent turns kept; skills kept: review 1.2");
  await line.click();
  await panel.page.getByText("agreed", { exact: true }).waitFor();
});

test("a message that is not of the protocol is reported, not obeyed", async () => {
  const panel = await studio.panel();
  await panel.page.evaluate(() => window.postMessage({ type: "title", session_id: "ses_1", title: 7 }, "*"));
  const fault = await panel.posts("fault");
  expect(fault.message).toContain("not understood");
  panel.faults.push(fault);
});
