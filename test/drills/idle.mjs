// A window that is left alone with the panel open: what wakes Galley, and what it writes.
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { useOnce, withWindows } from "../bench/shared/windows.mjs";

/** A timer may wake the host once in this time. */
const EVERY_MS = 10_000;

/** Returns the timers that fired, those that fired too often, and the files that Galley wrote. */
export function idleDrill(idleMs) {
  return withWindows({}, async (inWindow, data) => {
    // Its compiled code is kept once, and not in this minute.
    await useOnce(inWindow, data);
    const plan = { activate: ["galley.galley"], run: "galley.open", idleMs };
    const { idle } = await inWindow({ extensions: ["galley"], plan });
    return {
      timers: idle.timers,
      tooOften: idle.timers.filter(({ times }) => times > idleMs / EVERY_MS),
      written: writtenBetween(join(data, "user"), idle),
    };
  });
}

/** By the time of their last change. */
function writtenBetween(folder, { from, to }) {
  return globSync(join(folder, "**", "galley.galley", "**"))
    .filter((path) => statSync(path).mtimeMs > from && statSync(path).mtimeMs < to)
    .map((path) => path.slice(path.indexOf("galley.galley")));
}
