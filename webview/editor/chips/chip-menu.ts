// The menu of the selected chip, for keyboard and mouse.
import type { EditorView } from "prosemirror-view";
import { NodeSelection } from "prosemirror-state";
import { floatMenu } from "../../float-menu.ts";
import { chipActions, chosenChip, type ChipAction } from "./chip-actions.ts";
import type { ChipPorts } from "./chosen-chip.ts";
import { faceOf } from "./face.ts";

let close: (() => void) | undefined;

/** Selects the chip first: the chosen action is for the selected chip, even if it has moved. */
export function openChipMenu(view: EditorView, position: number, ports: ChipPorts): void {
  close?.();
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
  const chip = chosenChip(view, ports);
  const anchor = view.nodeDOM(position);
  if (chip === undefined || !(anchor instanceof HTMLElement)) return;
  const { name, place } = faceOf(chip.part, undefined);
  const actions = chipActions.filter((action) => action.applies(chip.part));
  const menu = draw(`${name}${place}`, actions, (action) => {
    close?.();
    view.focus();
    const chosen = chosenChip(view, ports);
    if (chosen !== undefined) action.run(chosen);
  });
  (view.dom.closest("main") ?? document.body).append(menu);
  anchor.classList.add("menu-open");
  close = leaveWith(menu, anchor, () => view.focus());
  focusItem(menu, 0);
}

function draw(name: string, actions: readonly ChipAction[], choose: (action: ChipAction) => void): HTMLElement {
  const menu = document.createElement("div");
  menu.className = "menu chip-menu";
  menu.role = "menu";
  menu.ariaLabel = name;
  for (const action of actions) {
    const item = document.createElement("div");
    item.role = "menuitem";
    item.tabIndex = -1;
    const label = document.createElement("span");
    label.textContent = action.label;
    const key = document.createElement("kbd");
    key.textContent = action.key ?? "";
    key.ariaHidden = "true";
    item.append(label, key);
    item.addEventListener("click", () => choose(action));
    item.addEventListener("pointermove", () => item.focus({ preventScroll: true }));
    menu.append(item);
  }
  return menu;
}

/** Handles the keys in the menu and everything that closes it. Returns a function that closes it; the caller places the focus. */
function leaveWith(menu: HTMLElement, anchor: HTMLElement, back: () => void): () => void {
  const end = (): void => {
    if (close === end) close = undefined;
    stop();
    menu.remove();
    anchor.classList.remove("menu-open");
  };
  const leave = (): void => {
    end();
    back();
  };
  const ports = { placement: "top-start", own: [menu], onElsewhere: end, onLost: leave } as const;
  const stop = floatMenu(menu, anchor, ports);
  menu.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      leave();
    } else if (moveByKey(menu, event.key)) event.preventDefault();
  });
  // Releasing the menu key would open the browser's menu.
  menu.addEventListener("contextmenu", (event) => event.preventDefault());
  return end;
}

function moveByKey(menu: HTMLElement, key: string): boolean {
  const items = [...menu.children];
  const at = items.findIndex((item) => item === document.activeElement);
  const byLetter = items.findIndex((item, index) => index > at && startsWith(item, key));
  if (key === "ArrowDown") focusItem(menu, (at + 1) % items.length);
  else if (key === "ArrowUp") focusItem(menu, (at - 1 + items.length) % items.length);
  else if (key === "Home") focusItem(menu, 0);
  else if (key === "End") focusItem(menu, items.length - 1);
  else if (key === "Enter" || key === " ") itemAt(menu, at)?.click();
  else if (key.length === 1)
    focusItem(menu, byLetter === -1 ? items.findIndex((item) => startsWith(item, key)) : byLetter);
  else return false;
  return true;
}

function startsWith(item: Element, letter: string): boolean {
  return item.textContent.toLowerCase().startsWith(letter.toLowerCase());
}

function itemAt(menu: HTMLElement, index: number): HTMLElement | undefined {
  const item = menu.children[index];
  return item instanceof HTMLElement ? item : undefined;
}

function focusItem(menu: HTMLElement, index: number): void {
  itemAt(menu, index)?.focus({ preventScroll: true });
}
