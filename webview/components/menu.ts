// What a menu shows.

export interface MenuEntry {
  label: string;
  /** The key that does the same. */
  key?: string;
  /** What it does, where its name is too short to say it: in a line of its own. */
  detail?: string;
  run: () => void;
}
