// Keeps a menu at its anchor, and closes it when the anchor scrolls out of view or the user acts elsewhere.
import { autoUpdate, computePosition, flip, hide, offset, shift, type Placement } from "@floating-ui/dom";

/** An element, or a point as a rectangle without size. */
export type MenuAnchor = Pick<Element, "getBoundingClientRect">;

interface FloatPorts {
  placement: Placement;
  /** A press or a wheel event in these nodes does not close the menu. */
  own: readonly Node[];
  /** The user pressed elsewhere or left the page: the focus is already there. */
  onElsewhere: () => void;
  /** The anchor scrolled out of view: the caller puts the focus back. */
  onLost: () => void;
}

/** Returns a function that stops it. */
export function floatMenu(menu: HTMLElement, anchor: MenuAnchor, ports: FloatPorts): () => void {
  const { placement, own, onElsewhere, onLost } = ports;
  const listening = new AbortController();
  const { signal } = listening;
  const outside = (leave: () => void) => (event: Event) => {
    if (!own.some((node) => event.target instanceof Node && node.contains(event.target))) leave();
  };
  document.addEventListener("pointerdown", outside(onElsewhere), { capture: true, signal });
  // Only the user's own scrolling closes the menu: a growing answer scrolls all the time.
  document.addEventListener("wheel", outside(onLost), { capture: true, passive: true, signal });
  window.addEventListener("resize", onLost, { signal });
  window.addEventListener("blur", onElsewhere, { signal });
  const middleware = [offset(4), flip({ padding: 4 }), shift({ padding: 4 }), hide()];
  let isSeen = false;
  const place = async (): Promise<void> => {
    const { x, y, middlewareData } = await computePosition(anchor, menu, { strategy: "fixed", placement, middleware });
    if (signal.aborted) return;
    // A point has no visible size, and a focused button may be out of view from the start.
    const isHidden = anchor instanceof Element && middlewareData.hide?.referenceHidden === true;
    if (isHidden && isSeen) onLost();
    else Object.assign(menu.style, { left: `${x}px`, top: `${y}px` });
    isSeen ||= !isHidden;
  };
  const stop = autoUpdate(anchor, menu, () => void place());
  return () => {
    listening.abort();
    stop();
  };
}
