// The second pane: a sidecar says what it was asked beside, and offers the ways out.
import { expect, test } from "vitest";
import { axeProblems } from "./axe.ts";
import { useStudio } from "./page.ts";
import { answered, asked, busy, conversation, text } from "./samples.ts";
import { sidecar } from "./states.ts";

const studio = useStudio();
const note = /^Sidecar of Retry budget in the uploader ?up to “Because attempt is counted/;

test("its page is a complementary one that is called Sidecar", async () => {
  const panel = await studio.panel({ isSidecar: true, snapshot: sidecar() });
  const aside = panel.page.getByRole("complementary", { name: "Sidecar" });
  await aside.getByRole("textbox", { name: "Message" }).waitFor();
  expect(await aside.getByRole("main").count()).toBe(0);
  expect(await panel.button("New conversation").count()).toBe(0);
});

test("in an editor tab it has the same header, and is what the tab is about; another conversation there has it not", async () => {
  const panel = await studio.panel({ isTab: true, snapshot: sidecar() });
  await panel.page.getByRole("main", { name: "Sidecar" }).waitFor();
  await panel.page.getByRole("button", { name: note }).waitFor();
  expect(await axeProblems(panel, "dark")).toEqual([]);
  await panel.button("Insert Answer").press("Enter");
  await panel.button("Close").press("Enter");
  expect(await panel.posted("bring-back")).toEqual([{ type: "bring-back", session_id: "ses_2" }]);
  expect(await panel.posted("close")).toEqual([{ type: "close" }]);
  const other = await studio.panel({ isTab: true, snapshot: conversation() });
  await other.page.getByRole("main").waitFor();
  expect(await other.button("Close").count()).toBe(0);
});

test("the page of the main pane is none, and offers nothing of a sidecar", async () => {
  const panel = await studio.panel({ snapshot: conversation() });
  await panel.page.getByRole("main").waitFor();
  expect(await panel.page.getByRole("complementary").count()).toBe(0);
  expect(await panel.button("Close").count()).toBe(0);
});

test("its header says what it was asked beside and up to which message; a click shows that conversation", async () => {
  const panel = await studio.panel({ isSidecar: true, snapshot: sidecar() });
  await panel.page.getByRole("button", { name: note }).press("Enter");
  expect(await panel.posted("show")).toEqual([{ type: "show", session_id: "ses_1" }]);
});

test("a line stands between what it took along and what was asked in it", async () => {
  const panel = await studio.panel({ isSidecar: true, snapshot: sidecar() });
  const words = await panel.page.getByRole("log").innerText();
  const [before = "", after = ""] = words.split("Sidecar starts here");
  expect(before).toContain("counted before it is made");
  expect(before).not.toContain("jitter");
  expect(after).toContain("What is jitter?");
});

test("Bring back is there once it has an answer of its own, and waits until that is complete", async () => {
  const taken = sidecar().messages.slice(0, 2);
  const panel = await studio.panel({ isSidecar: true, snapshot: sidecar({ messages: taken }) });
  expect(await panel.button("Insert Answer").count()).toBe(0);
  const question = { ...asked("m3", text("What is jitter?")), at: 101 };
  const answer = answered("m4", "A random part", { at: 102 });
  const begun = answered("m4", "A ran", { at: 102, finish: null });
  await panel.send(
    { type: "message", session_id: "ses_2", message: question },
    { type: "message", session_id: "ses_2", message: begun },
    { type: "run", run: busy },
  );
  expect(await panel.button("Insert Answer").isDisabled()).toBe(true);
  await panel.send(
    { type: "message", session_id: "ses_2", message: answer },
    { type: "run", run: { state: "idle", message_id: null } },
  );
  await panel.button("Insert Answer").click();
  expect(await panel.posted("bring-back")).toEqual([{ type: "bring-back", session_id: "ses_2" }]);
});

test("Close asks the host to put it away", async () => {
  const panel = await studio.panel({ isSidecar: true, snapshot: sidecar() });
  await panel.button("Close").press("Enter");
  expect(await panel.posted("close")).toEqual([{ type: "close" }]);
});

test("one whose conversation is gone says so, and can still be closed", async () => {
  const panel = await studio.panel({ isSidecar: true, snapshot: sidecar({ boundary: { title: null, up_to: "" } }) });
  await panel.page.getByText("The main conversation was deleted").waitFor();
  expect(await panel.button("Insert Answer").count()).toBe(0);
  await panel.button("Close").waitFor();
});

test("a page that gets the focus tells the host, so that commands are for its pane", async () => {
  const panel = await studio.panel({ isSidecar: true, snapshot: sidecar() });
  const before = (await panel.posted("focused")).length;
  await panel.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  expect((await panel.posted("focused")).length).toBe(before + 1);
});
