// What is wrong with how a page is laid out, by measure and not by pixels: true with whatever fonts there are.
import type { Panel } from "./page.ts";

/** In one sentence each: what is cut, covered, too small, or not inside the panel, or inside what `within` selects. */
export function layoutProblems({ page }: Pick<Panel, "page">, within = "body"): Promise<string[]> {
  return page.evaluate(measure, within);
}

/** Runs in the page. */
function measure(within: string): string[] {
  /** Controls are at least this wide and high, in pixels. */
  const LEAST = 14;
  /** How far the boxes of letters may reach into each other: lines stand closer than their letters' boxes. */
  const LEEWAY = 3;
  const CONTROLS = "button, a[href], input, select, textarea, summary, galley-button, [role=tab], [role=menuitem]";

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const name = (node: Element) => node.outerHTML.replace(/\s+/g, " ").slice(0, 110);
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left < 1 || bottom - top < 1;
  const common = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const root = document.querySelector(within);
  if (root === null) return [`there is no ${within}`];
  const window: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const view: Box = root === document.body ? window : common(window, root.getBoundingClientRect());
  const isClipping = (style: CSSStyleDeclaration) => style.overflowX !== "visible" || style.overflowY !== "visible";
  const isScrolling = (node: Element) => {
    const { overflowX, overflowY } = getComputedStyle(node);
    // VS Code's own scroll bars move what is in them.
    return /auto|scroll/.test(overflowX + overflowY) || node.closest(".monaco-scrollable-element") !== null;
  };

  /** What can be seen of a box: whatever scrolls or clips around it takes the rest away. */
  const seen = (box: Box, node: Element): Box => {
    let rest = common(box, view);
    for (let at = node.parentElement; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (isClipping(style)) rest = common(rest, at.getBoundingClientRect());
      if (style.position === "fixed") break;
    }
    return rest;
  };
  /** What floats above the rest, or sticks, covers what is below on purpose. */
  const layerOf = (node: Element): Element => {
    for (let at: Element | null = node; at !== null; at = at.parentElement)
      if (["fixed", "absolute", "sticky"].includes(getComputedStyle(at).position)) return at;
    return document.body;
  };
  const isShown = (node: Element) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  /** For screen readers alone. */
  const isUnseen = (node: Element) => node.clientWidth <= 1 || node.clientHeight <= 1;

  const problems: string[] = [];
  const all = [...root.querySelectorAll("*")].filter((node) => !node.closest("svg, .monaco-sash") && isShown(node));

  for (const node of all) {
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    const isShortened = [node, ...parents(node)].some((at) => getComputedStyle(at).textOverflow === "ellipsis");
    const mayBeWider = isShortened || node.closest("pre, .table") !== null;
    if (!mayBeWider && !isEmpty(box) && (box.right > view.right + 0.5 || box.left < view.left - 0.5))
      problems.push(`is wider than the panel: ${name(node)}`);
    // What is clipped without a sign that there is more.
    const isCut =
      (style.overflowX === "hidden" || style.overflowX === "clip") && node.scrollWidth > node.clientWidth + 1;
    if (isCut && style.textOverflow !== "ellipsis" && !isUnseen(node) && !isScrolling(node))
      problems.push(`is cut off: ${name(node)}`);
  }

  for (const node of all.filter((one) => one.matches(CONTROLS))) {
    const canScroll = [...parents(node)].some(isScrolling);
    if (!canScroll && node.getBoundingClientRect().bottom > view.bottom + 0.5)
      problems.push(`is below the panel: ${name(node)}`);
  }

  const controls = all.filter((node) => node.matches(CONTROLS) && !isEmpty(seen(node.getBoundingClientRect(), node)));
  for (const node of controls) {
    const { width, height } = node.getBoundingClientRect();
    const isInText = getComputedStyle(node).display === "inline";
    if (!isInText && !isUnseen(node) && Math.min(width, height) < LEAST - 0.5)
      problems.push(`is ${Math.round(width)} × ${Math.round(height)} pixels: ${name(node)}`);
    if (
      node.matches("button") &&
      node.scrollWidth > node.clientWidth + 1 &&
      getComputedStyle(node).overflowX === "visible"
    )
      problems.push(`has words wider than itself: ${name(node)}`);
  }
  function* parents(node: Element) {
    for (let at = node.parentElement; at !== null; at = at.parentElement) yield at;
  }

  // Letters and controls that lie on others of the same layer.
  const words: { box: Box; node: Element; layer: Element }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const node = text.parentElement;
    if (node === null || text.textContent?.trim() === "" || !isShown(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const box = seen(rect, node);
      // Its own clipping counts too, as of what is for screen readers alone.
      const shown = isClipping(getComputedStyle(node)) ? common(box, node.getBoundingClientRect()) : box;
      if (!isEmpty(shown)) words.push({ box: shown, node, layer: layerOf(node) });
    }
  }
  const things = [
    ...words,
    ...controls.map((node) => ({ box: seen(node.getBoundingClientRect(), node), node, layer: layerOf(node) })),
  ];
  things.forEach((one, index) => {
    for (const other of things.slice(index + 1)) {
      if (one.layer !== other.layer || one.node.contains(other.node) || other.node.contains(one.node)) continue;
      const { left, top, right, bottom } = common(one.box, other.box);
      if (right - left > LEEWAY && bottom - top > LEEWAY)
        problems.push(`overlap: ${name(one.node)} and ${name(other.node)}`);
    }
  });
  return [...new Set(problems)];
}
