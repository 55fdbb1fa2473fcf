// The few pictures of the panel, as paths in a square of 16.
export const icons = {
  attach: "M13 7.2l-5.4 5.4a3.2 3.2 0 0 1-4.5-4.5l5.7-5.7a2.1 2.1 0 0 1 3 3l-5.6 5.6a1 1 0 0 1-1.5-1.5l5-5",
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
};
export type IconName = keyof typeof icons;
