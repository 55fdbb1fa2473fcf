// A chip inside the input, as DOM: a button and, beside it, a ✕ for the mouse.
import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";
import { removeChipAt } from "./commands.ts";
import { faceOf } from "./face.ts";
import type { Measures } from "./measures.ts";
import { chipOf, type ChipPart } from "./schema.ts";

/** The textbox points at the chip under the selection with `aria-activedescendant`. */
export const SELECTED_CHIP_ID = "galley-selected-chip";

export interface ChipPorts {
  measures: Measures;
  open: (part: ChipPart) => void;
}

export class ChipView implements NodeView {
  readonly dom = element("span", "chip");
  readonly #button = element("span", "chip-face");
  readonly #name = element("span", "chip-name");
  readonly #place = element("span", "chip-place");
  readonly #rest = element("span", "chip-rest");
  #node: Node;
  readonly #ports: ChipPorts;
  readonly #forget: () => void;

  constructor(node: Node, view: EditorView, position: () => number | undefined, ports: ChipPorts) {
    this.#node = node;
    this.#ports = ports;
    // The button and the ✕ are neighbours: a button holds nothing interactive.
    const remove = element("span", "chip-remove");
    remove.ariaHidden = "true";
    remove.title = "Remove";
    remove.addEventListener("click", () => {
      const at = position();
      if (at !== undefined) removeChipAt(view, at);
      view.focus();
    });
    this.#button.role = "button";
    this.#button.append(this.#name, this.#place);
    // The label tells the details in words.
    this.#rest.ariaHidden = "true";
    for (const opens of [this.#button, this.#rest]) opens.addEventListener("click", () => this.#open());
    this.dom.append(this.#button, this.#rest, remove);
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

  #open(): void {
    const part = chipOf(this.#node);
    if (part !== undefined) this.#ports.open(part);
  }

  #draw(): void {
    const part = chipOf(this.#node);
    if (part === undefined) return;
    const face = faceOf(part, this.#ports.measures.of(part));
    this.#name.textContent = face.name;
    this.#place.textContent = face.place;
    this.#rest.textContent = face.details.map((detail) => `· ${detail}`).join(" ");
    this.#button.ariaLabel = face.label;
    this.#button.title = face.tooltip;
    this.dom.classList.toggle("problem", face.problem);
    this.dom.classList.toggle("outlined", face.outlined);
  }
}

function element(tag: string, className: string): HTMLElement {
  const created = document.createElement(tag);
  created.className = className;
  return created;
}
