// Who has room in the panel: how high the messages are, and which buttons are not wholly in sight.
import type { Frame, Page } from "playwright-core";

export interface Room {
  /** The height of the messages, in pixels. */
  log: number;
  /** Names of buttons that are cut off, covered or gone. */
  cut: string[];
  /** How wide the name of the model is. */
  model: number;
}

/** Of the panel that is drawn in a page or a frame; `names` begin the names of the buttons that must be in sight. */
export function roomIn(place: Page | Frame, names: readonly string[]): Promise<Room> {
  return place.evaluate((wanted) => {
    const nameOf = (button: Element): string => button.ariaLabel ?? button.textContent.trim();
    const buttons = [...document.querySelectorAll("button")];
    const isSeen = (button: Element): boolean => {
      const { left, right, top, bottom, width, height } = button.getBoundingClientRect();
      if (width < 14 || height < 14 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
      const spots = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
        [top + 2, bottom - 2].map((y) => document.elementFromPoint(x, y)),
      );
      return spots.every((spot) => spot !== null && button.contains(spot));
    };
    return {
      log: Math.round(document.querySelector("[role=log]")?.clientHeight ?? 0),
      cut: wanted.filter((name) => !buttons.some((button) => nameOf(button).startsWith(name) && isSeen(button))),
      model: document.querySelector("button.model span")?.clientWidth ?? 0,
    };
  }, names);
}
