// The row of buttons: drops what it can do without, one thing after the other, until no name in it is cut.
import type { Attachment } from "svelte/attachments";

/** First what only decorates, then words whose icon says the same, and last what a command does too. */
const STEPS = ["chevrons", "stop-word", "profile-name", "send-word", "profile"];

/** The row says in `data-dropped` what its buttons leave out. Each button keeps its accessible name. */
export const fitNames: Attachment<HTMLElement> = (row) => {
  const fit = (): void => {
    for (let count = 0; count <= STEPS.length; count += 1) {
      row.dataset["dropped"] = STEPS.slice(0, count).join(" ");
      if (isWhole(row)) return;
    }
  };
  const resized = new ResizeObserver(fit);
  const changed = new MutationObserver(fit);
  resized.observe(row);
  changed.observe(row, { childList: true, characterData: true, subtree: true });
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
};

function isWhole(row: HTMLElement): boolean {
  const names = [...row.querySelectorAll<HTMLElement>("[data-name]")];
  return [row, ...names].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
}
