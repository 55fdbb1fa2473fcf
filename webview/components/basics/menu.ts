// An entry of a menu.

export interface MenuEntry {
  label: string;
  /** The key that does the same. */
  key?: string;
  /** A second line that explains the label. */
  detail?: string;
  run: () => void;
}
