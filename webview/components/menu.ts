// What a menu shows, and where it opens.

export interface MenuEntry {
  label: string;
  /** What it does, where its name is too short to say it. */
  about?: string;
  run: () => void;
}

/** An element, or a point as a rectangle without size. */
export type MenuAnchor = Pick<Element, "getBoundingClientRect">;
