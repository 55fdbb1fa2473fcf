// The few pictures of the panel, as paths in a square of 16.
import type { Suggestion } from "../../extension/protocol/suggest.ts";

export const icons = {
  add: "M8 2.5v11M2.5 8h11",
  branch:
    "M5 4.5v7M5 6.5c0 3 6 1 6 4M5 4.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2M5 13.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2M11 12.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  down: "M8 2.5v10M3.5 8.5L8 13l4.5-4.5",
  chevron: "M4 6l4 4 4-4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  check: "M2.5 8.5l3.5 3.5 7.5-8",
  warning: "M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.7v.3",
  send: "M8 13V3M3.5 7.5L8 3l4.5 4.5",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  folder: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
  symbol: "M8 2.5l5 2.75v5.5l-5 2.75-5-2.75v-5.5zM3 5.25L8 8l5-2.75M8 8v5.5",
  slash: "M10 3L6 13",
  at: "M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM10.5 5.5V9c0 2 3 1.5 3-1a5.5 5.5 0 1 0-2.5 4.6",
};
export type IconName = keyof typeof icons;

/** What each kind of suggestion is shown with. */
export const suggestionIcons: Readonly<Record<Suggestion["kind"], IconName>> = {
  file: "file",
  folder: "folder",
  symbol: "symbol",
  command: "slash",
  context: "at",
  skill: "at",
  conversation: "at",
  resource: "at",
};
