// The port with which a message opens its menu.
import type { MenuAnchor } from "../../float-menu.ts";

export const MESSAGE_MENU = Symbol("message menu");

export interface MessageMenuOpener {
  /** The button whose menu is open, if one is. */
  readonly openedFrom: HTMLElement | null;
  /** For the message that holds `from`, at the anchor; the focus returns to `from`. */
  open: (from: HTMLElement, anchor: MenuAnchor) => void;
}
