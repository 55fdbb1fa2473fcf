// From the key that focuses a view to its painted, usable input: Galley, a bare webview, and VS Code's own Chat.
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { markTime, shownIn, startTime, timeOpening } from "./shared/opening.mjs";
import { figures, median, noiseOf, printTable, round } from "./shared/report.mjs";
import { fillConversation } from "./shared/stores.mjs";
import { interleave, useOnce, withWindows } from "./shared/windows.mjs";

const rounds = 7;
const aims = { galley: 1.3, long: 1.5, chat: 0.85 };
const stored = 10_000;

/** `mark` is the performance mark each one's own document sets in the second frame after its input is there. */
const subjects = {
  bare: { title: "bare webview", key: "Control+Alt+7", command: "bare.view.focus", mark: "bare:usable" },
  galley: { title: "Galley", key: "Control+Alt+8", command: "galley.composer.focus", mark: "galley:usable" },
  long: {
    title: `Galley with ${stored} stored messages`,
    key: "Control+Alt+8",
    command: "galley.composer.focus",
    mark: "galley:usable",
  },
  chat: {
    title: "VS Code's Chat",
    key: "Control+Alt+9",
    command: "workbench.panel.chat.view.copilot.focus",
    mark: "chat:usable",
  },
};
export function run() {
  const keybindings = Object.values(subjects).map(({ key, command }) => ({
    key: key.toLowerCase().replace("control", "ctrl"),
    command,
  }));
  // Both start with the window, as VS Code does it for Galley (onStartupFinished).
  const activate = ["bench.bare", "galley.galley"];
  const plan = { commands: [subjects.bare.command, subjects.galley.command], activate };
  return withWindows({ keybindings }, async (inWindow, data) => {
    await useOnce(inWindow, data);
    const complete = [];
    const times = await interleave(Object.keys(subjects), { rounds }, async (name, round) => {
      const folder = name === "long" ? await longConversation(inWindow, data, round) : undefined;
      return inWindow({ extensions: ["galley", "bare"], plan, folder }, async (page) => {
        const time = await timeOpening(page, subjects[name]);
        if (name === "long") await shownIn(page);
        if (name === "galley" && round >= 0)
          complete.push((await markTime(page, "galley:complete")) - (await startTime(page)));
        return time;
      });
    });
    return report(times, complete);
  });
}

/**
 * A folder with a stored conversation, new for each window: VS Code opens the views again that a folder had open. VS Code
 * decides where its store is, so a window that shows no view of Galley makes it.
 */
async function longConversation(inWindow, data, round) {
  const folder = join(data, `long-${round}`);
  const stores = () => new Set(globSync(join(data, "user", "**", "galley.db")));
  const before = stores();
  const plan = { activate: ["galley.galley"], run: "galley.sessions.clearSearch" };
  await inWindow({ extensions: ["galley"], plan, folder });
  const [store] = stores().difference(before);
  if (store === undefined) throw new Error("Galley has made no store.");
  fillConversation(store, stored);
  rmSync(join(folder, "result.json"));
  return folder;
}

function report(times, complete) {
  const [bare, galley, long, chat] = [times.bare, times.galley, times.long, times.chat].map(median);
  const rows = Object.entries(subjects).map(([name, { title }]) => ({
    subject: title,
    ...figures(times[name], "ms", 0),
    ratio: (median(times[name]) / bare).toFixed(2),
  }));
  Object.assign(rows[1], { aim: `≤ ${aims.galley}`, met: galley / bare <= aims.galley });
  Object.assign(rows[2], { aim: `≤ ${aims.long}`, met: long / bare <= aims.long });
  const ahead = { ratio: (galley / chat).toFixed(2), aim: `< ${aims.chat}`, met: galley / chat < aims.chat };
  const whole = { ...figures(complete, "ms", 0), ratio: (median(complete) / bare).toFixed(2) };
  printTable([
    ...rows,
    { subject: "Galley against the Chat", ...ahead },
    { subject: "Galley, with lists, chips and buttons", ...whole },
  ]);
  return {
    galley_over_bare: round(galley / bare),
    long_over_bare: round(long / bare),
    chat_over_bare: round(chat / bare),
    galley_over_chat: round(galley / chat),
    complete_over_bare: round(median(complete) / bare),
    floor_noise: noiseOf(times.bare),
  };
}
