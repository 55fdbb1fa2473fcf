// The agent in the composer: who answers, and the way to choose another.
import { expect, test } from "vitest";
import { useStudio } from "./page.ts";
import { answered, conversation } from "./samples.ts";

const studio = useStudio();
const review = { name: "review", description: "Reviews code" };

test("its button names it and asks the host for the list", async () => {
  const panel = await studio.panel({ snapshot: conversation({ agent: review }) });
  const button = panel.button("Profile: review");
  expect(await button.innerText()).toBe("review");
  expect(await button.getAttribute("title")).toContain("Reviews code");
  await button.press("Enter");
  expect(await panel.posted("run")).toEqual([{ type: "run", command: "selectAgent" }]);
});

test("it follows the host, also to another conversation, and says when it is not who was chosen", async () => {
  const panel = await studio.panel({ snapshot: conversation({ agent: review }) });
  const problem =
    "The profile review is not available, so default is used. Select another profile, or check the file for errors.";
  await panel.send({ type: "agent", agent: { name: "default", description: "", problem } });
  await panel.button("Profile: default").waitFor();
  expect(await panel.button("Profile: default").getAttribute("title")).toBe(problem);
  await panel.send({ type: "snapshot", snapshot: conversation({ agent: { ...review, name: "explain" } }) });
  await panel.button("Profile: explain").waitFor();
});

test("a long name of a profile gives way to the model and to Send at 280 px", async () => {
  const agent = { name: "a name that is far too long for any panel", description: "" };
  const model = { key: "p/m", name: "A model with a name that is too long as well", is_language_model: true };
  const panel = await studio.panel({ snapshot: conversation({ agent, model }), width: 280 });
  const buttons = [panel.button(`Model: ${model.name}`), panel.button("Send")];
  const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
  expect(boxes[0]?.width).toBeGreaterThan(100);
  for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(280);
  await panel.resize(900);
  await panel.button(`Profile: ${agent.name}`).waitFor();
});

test("an answer says who spoke, unless it was the default", async () => {
  const messages = [answered("m1", "One."), { ...answered("m2", "Two."), agent: "review" }];
  const panel = await studio.panel({ snapshot: conversation({ messages, agent: review }) });
  const footers = panel.page.locator("article footer");
  await expect.poll(() => footers.count()).toBe(2);
  expect((await footers.allInnerTexts()).map((words) => words.includes("· review"))).toEqual([false, true]);
});
