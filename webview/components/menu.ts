// What a menu shows, and where it opens.

export interface MenuEntry {
  label: string;
  run: () => void;
}

/** An element, or a point as a rectangle without size. */
export type MenuAnchor = Pick<Element, "getBoundingClientRect">;
