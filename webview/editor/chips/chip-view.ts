// A chip inside the input, as DOM: a button and, beside it, a chevron and a ✕ for the mouse.
import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";
import type { ChipPorts } from "./chosen-chip.ts";
import { openChipMenu } from "./chip-menu.ts";
import { removeChipAt } from "../commands.ts";
import { faceOf } from "./face.ts";
import { isLook } from "./open-chip.ts";
import { chipOf } from "../schema.ts";
import * as words from "../words.ts";

/** The textbox points at the chip under the selection with `aria-activedescendant`. */
export const SELECTED_CHIP_ID = "galley-selected-chip";

export class ChipView implements NodeView {
  readonly dom = element("span", "chip");
  readonly #button = element("span", "chip-face");
  readonly #name = element("span", "chip-name");
  readonly #place = element("span", "chip-place");
  readonly #rest = element("span", "chip-rest");
  #node: Node;
  readonly #ports: ChipPorts;
  readonly #forget: () => void;
  /** The drawn state: drawing it again would disturb the cursor and the layout. */
  #drawn = "";

  constructor(node: Node, view: EditorView, position: () => number | undefined, ports: ChipPorts) {
    this.#node = node;
    this.#ports = ports;
    const withPosition = (act: (at: number) => void) => (event: Event) => {
      const at = position();
      if (at === undefined) return;
      event.preventDefault();
      act(at);
    };
    const showMenu = withPosition((at) => openChipMenu(view, at, ports));
    const remove = withPosition((at) => {
      removeChipAt(view, at);
      view.focus();
    });
    this.dom.addEventListener("contextmenu", showMenu);
    // Isolate the direction, so that the chip's name does not decide the direction of the line.
    this.dom.dir = "auto";
    this.#button.role = "button";
    this.#button.setAttribute("aria-keyshortcuts", "Enter Delete Shift+F10");
    this.#button.append(this.#name, this.#place);
    // The accessible name already has the details.
    this.#rest.ariaHidden = "true";
    for (const opens of [this.#button, this.#rest])
      opens.addEventListener("click", (event) => {
        // Ignore the second click of a double-click.
        if (event.detail <= 1) this.#open(isLook(event));
      });
    // Beside the button, because a button must not contain interactive elements.
    this.dom.append(
      this.#button,
      this.#rest,
      tool("menu", words.moreActions, showMenu),
      tool("remove", words.remove, remove),
    );
    this.#draw();
    this.#forget = ports.measures.listen(() => this.#draw());
  }

  update(node: Node): boolean {
    if (chipOf(node) === undefined) return false;
    this.#node = node;
    this.#draw();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add("selected");
    this.#button.id = SELECTED_CHIP_ID;
  }

  deselectNode(): void {
    this.dom.classList.remove("selected");
    this.#button.removeAttribute("id");
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#forget();
  }

  #open(stays: boolean): void {
    const part = chipOf(this.#node);
    if (part !== undefined) this.#ports.open(part, stays);
  }

  #draw(): void {
    const part = chipOf(this.#node);
    if (part === undefined) return;
    const face = faceOf(part, this.#ports.measures.of(part));
    const drawn = JSON.stringify(face);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#name.textContent = face.name;
    this.#place.textContent = face.place;
    this.#rest.textContent = face.details.map((detail) => `· ${detail}`).join(" ");
    this.#button.ariaLabel = face.label;
    this.#button.title = face.tooltip;
    this.dom.classList.toggle("problem", face.problem);
    this.dom.classList.toggle("outlined", face.outlined);
  }
}

/** For the mouse only: keys and the menu have the same actions. */
function tool(name: string, title: string, act: (event: Event) => void): HTMLElement {
  const created = element("span", `chip-tool chip-${name}-tool`);
  created.ariaHidden = "true";
  created.title = title;
  created.addEventListener("click", act);
  return created;
}

function element(tag: string, className: string): HTMLElement {
  const created = document.createElement(tag);
  created.className = className;
  return created;
}
