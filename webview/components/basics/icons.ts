// The icons of the panel, as SVG paths in a 16 × 16 square.
import type { Suggestion } from "../../../extension/protocol/suggest.ts";

export const icons = {
  attach: "M13 7.2l-5.4 5.4a3.2 3.2 0 0 1-4.5-4.5l5.7-5.7a2.1 2.1 0 0 1 3 3l-5.6 5.6a1 1 0 0 1-1.5-1.5l5-5",
  add: "M8 2.5v11M2.5 8h11",
  branch:
    "M5 4.5v7M5 6.5c0 3 6 1 6 4M5 4.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2M5 13.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2M11 12.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2",
  apply: "M3.5 2.5h6l3 3v3M3.5 2.5v11h4M9.5 2.5v3h3M9 11.5l2 2 3.5-4",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  down: "M8 2.5v10M3.5 8.5L8 13l4.5-4.5",
  chevron: "M4 6l4 4 4-4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  file: "M3.5 2.5h6l3 3v8h-9zM9.5 2.5v3h3",
  insert: "M2.5 3.5h11M2.5 12.5h11M2.5 8h5M13.5 8h-4M11 6L9 8l2 2",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  check: "M2.5 8.5l3.5 3.5 7.5-8",
  warning: "M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.7v.3",
  grip: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  profile: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3.5 13.5c0-5 9-5 9 0",
  edit: "M10.5 3l2.5 2.5L5.5 13H3v-2.5z",
  moveUp: "M4 10l4-4 4 4",
  sendNow: "M8 13.5V5M4.5 8.5L8 5l3.5 3.5M3.5 2.5h9",
  back: "M13 8H3M7.5 3.5L3 8l4.5 4.5",
  send: "M8 13V3M3.5 7.5L8 3l4.5 4.5",
  folder: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
  symbol: "M8 2.5l5 2.75v5.5l-5 2.75-5-2.75v-5.5zM3 5.25L8 8l5-2.75M8 8v5.5",
  prompt: "M3 4.5L6.5 8 3 11.5M8.5 12h4.5",
  at: "M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM10.5 5.5V9c0 2 3 1.5 3-1a5.5 5.5 0 1 0-2.5 4.6",
};
export type IconName = keyof typeof icons;

/** The icon of each kind of suggestion. */
export const suggestionIcons: Readonly<Record<Suggestion["kind"], IconName>> = {
  file: "file",
  folder: "folder",
  symbol: "symbol",
  command: "prompt",
  context: "at",
  skill: "at",
  conversation: "at",
  resource: "at",
  value: "prompt",
};
