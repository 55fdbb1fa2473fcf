// The row of buttons below the input: it drops what it can do without before it cuts a name.
import { expect, test } from "vitest";
import { type Panel, useStudio } from "./page.ts";
import { busy, conversation } from "./samples.ts";
import { loopback } from "./states.ts";

const studio = useStudio();
const profile = { name: "default", description: "Answers" };

/** The names that are cut, what was dropped for them, and the accessible names of the row's buttons. */
function look({ page }: Panel): Promise<{ cut: string[]; dropped: string; buttons: string[] }> {
  return page.locator("[data-dropped]").evaluate((row: HTMLElement) => ({
    cut: [...row.querySelectorAll<HTMLElement>("[data-name]")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
    dropped: row.dataset["dropped"] ?? "",
    buttons: [...row.querySelectorAll("button")]
      .filter((button) => button.checkVisibility())
      .map((button) => button.ariaLabel ?? button.textContent.trim()),
  }));
}

const idle = ["Attach", "Profile: default", "Model: Loopback", "Send"];
const running = [...idle.slice(0, 3), "Stop", "More ways to stop", "Queue", "More ways to send"];

test("no name is cut while an answer runs or none does, in any width, and each button keeps its name", async () => {
  const panel = await studio.panel({ snapshot: conversation({ model: loopback, agent: profile }), width: 900 });
  for (const [isBusy, buttons] of [[false, idle] as const, [true, running] as const]) {
    await panel.send({ type: "run", run: isBusy ? busy : { state: "idle", message_id: null } });
    for (const width of [900, 400, 320, 280, 250]) {
      await panel.resize(width);
      expect({ width, ...(await look(panel)) }).toMatchObject({ width, cut: [], buttons });
    }
    await panel.resize(900);
    expect((await look(panel)).dropped, "what was dropped comes back").toBe("");
  }
});

test("a name too long for any row is cut only when everything else has given way", async () => {
  const model = { key: "p/m", name: "claude-sonnet with a name that is far too long", is_language_model: true };
  const panel = await studio.panel({ snapshot: conversation({ model, agent: profile }), width: 280 });
  const { dropped, cut } = await look(panel);
  expect({ dropped: dropped.split(" ").at(-1), cut }).toEqual({ dropped: "profile", cut: [model.name] });
  await panel.send({ type: "snapshot", snapshot: conversation({ model: loopback, agent: profile }) });
  expect(await look(panel)).toEqual({ cut: [], dropped: "", buttons: idle });
});
