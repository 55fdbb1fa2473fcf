// Tools of MCP servers in the panel: what is allowed in plain words, how far a call is, long names in narrow panels.
import { expect, test } from "vitest";
import { mcpAsk } from "./guest-states.ts";
import { themes, useStudio } from "./page.ts";
import { answered, asked, busy, conversation, text } from "./samples.ts";
import { call, made, waiting } from "./tool-samples.ts";

const studio = useStudio();

const NAME = mcpAsk.tool;

const running = conversation({
  messages: [
    asked("m1", text("go")),
    answered("m2", "", { parts: [call("t1", NAME, { duration: 60 })], finish: null }),
  ],
  run: busy,
});

test("a tool of a server is allowed by its name; what the rule remembers of it is not shown", async () => {
  const panel = await studio.panel({ snapshot: waiting(mcpAsk) });
  const card = panel.page.getByRole("group", { name: mcpAsk.title });
  await card.getByText(`Use ${NAME}`, { exact: true }).waitFor();
  await card.getByRole("button", { name: /^Always/ }).click();
  expect(await panel.page.locator("body").innerText()).not.toContain("0123456789abcdef");
});

test("a call that runs says how far it is, and no more once it is done", async () => {
  const panel = await studio.panel({ snapshot: running });
  await panel.send({ type: "progress", message_id: "m2", call_id: "t1", words: "3 of 10: reading" });
  await panel.page.getByText("3 of 10: reading").waitFor();
  await panel.send({ type: "progress", message_id: "m2", call_id: "t1", words: "4 of 10: writing" });
  await panel.page.getByText("4 of 10: writing").waitFor();
  expect(await panel.page.getByText("3 of 10: reading").count()).toBe(0);
  const message = answered("m2", "", { parts: made("t1", NAME, { duration: 60 }, "done"), finish: null });
  await panel.send({ type: "message", session_id: "ses_1", message });
  await panel.page.getByText("4 of 10: writing").waitFor({ state: "detached" });
});

test("a long name stays within the panel, in every theme", async () => {
  const panel = await studio.panel({ snapshot: running, width: 280 });
  await panel.send({ type: "progress", message_id: "m2", call_id: "t1", words: "3 of 10: reading" });
  const row = panel.page.locator("summary").filter({ hasText: "3 of 10" });
  await row.waitFor();
  for (const theme of themes) {
    await panel.wear(theme);
    expect(await row.evaluate((element) => element.scrollWidth - element.clientWidth), theme).toBeLessThanOrEqual(0);
  }
});
