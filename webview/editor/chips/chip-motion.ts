// Word motion and Shift selection across chips: a chip counts as one word and one character.
import { baseKeymap, chainCommands } from "prosemirror-commands";
import type { Node } from "prosemirror-model";
import { NodeSelection, TextSelection, type Command, type EditorState } from "prosemirror-state";
import { selectedChip } from "../commands.ts";

type Direction = -1 | 1;

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const isMac = /Mac/.test(navigator.userAgent);
const wordKey = isMac ? "Alt" : "Ctrl";

export const chipMotion: Record<string, Command> = {
  ...byWords("ArrowLeft", -1),
  ...byWords("ArrowRight", 1),
  ...deletesWords("Backspace", -1),
  ...deletesWords("Delete", 1),
  ...extending("ArrowLeft", -1),
  ...extending("ArrowUp", -1),
  ...extending("Home", -1),
  ...extending("ArrowRight", 1),
  ...extending("ArrowDown", 1),
  ...extending("End", 1),
};

function byWords(key: string, side: Direction): Record<string, Command> {
  const go =
    (isExtending: boolean): Command =>
    (state, dispatch, view) => {
      const direction = isRightToLeft(view?.dom, state) ? (-side as Direction) : side;
      const head = chipWordEdge(state, edgeOf(state, direction, isExtending), direction);
      if (head === undefined) return isExtending ? startExtending(state, dispatch, direction) : false;
      const anchor = isExtending ? anchorOf(state, direction) : head;
      dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, anchor, head)).scrollIntoView());
      return true;
    };
  return { [`${wordKey}-${key}`]: go(false), [`${wordKey}-Shift-${key}`]: go(true) };
}

function deletesWords(key: string, direction: Direction): Record<string, Command> {
  const erase: Command = (state, dispatch) => {
    if (!state.selection.empty) return false;
    const { head } = state.selection;
    const edge = chipWordEdge(state, head, direction);
    if (edge === undefined) return false;
    dispatch?.(state.tr.delete(Math.min(head, edge), Math.max(head, edge)).scrollIntoView());
    return true;
  };
  const usual = baseKeymap[isMac ? `Alt-${key}` : `Mod-${key}`];
  return { [`${wordKey}-${key}`]: usual === undefined ? erase : chainCommands(erase, usual) };
}

/** Turns a selected chip into a text selection, so that the browser extends the right end of it. */
function extending(key: string, side: Direction): Record<string, Command> {
  return {
    [`Shift-${key}`]: (state, dispatch, view) => {
      const horizontal = key === "ArrowLeft" || key === "ArrowRight";
      const direction = horizontal && isRightToLeft(view?.dom, state) ? (-side as Direction) : side;
      return startExtending(state, dispatch, direction);
    },
  };
}

/** Never handles the key: the browser does the rest. */
function startExtending(state: EditorState, dispatch: Parameters<Command>[1], direction: Direction): false {
  if (selectedChip(state) === undefined) return false;
  const { from, to } = state.selection;
  const [anchor, head] = direction === 1 ? [from, to] : [to, from];
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, anchor, head)));
  return false;
}

function edgeOf({ selection }: EditorState, direction: Direction, isExtending: boolean): number {
  if (isExtending && !(selection instanceof NodeSelection)) return selection.head;
  return direction === 1 ? selection.to : selection.from;
}

function anchorOf({ selection }: EditorState, direction: Direction): number {
  if (!(selection instanceof NodeSelection)) return selection.anchor;
  return direction === 1 ? selection.from : selection.to;
}

/** The end of a word step that meets a chip; `undefined` for text only, which the browser handles. */
function chipWordEdge(state: EditorState, from: number, direction: Direction): number | undefined {
  const $from = state.doc.resolve(from);
  if (!$from.parent.inlineContent) return undefined;
  const run = textUntilChip($from.parent, $from.parentOffset, direction);
  if (run === undefined) return undefined;
  if (run.trim() === "") return from + direction * (run.length + 1);
  return endsWithFirstWord(run, direction) ? from + direction * run.length : undefined;
}

/** The text up to the next chip in a direction; `undefined` if the paragraph has none there. */
function textUntilChip(paragraph: Node, offset: number, direction: Direction): string | undefined {
  let nearest: number | undefined;
  paragraph.forEach((node, start) => {
    if (node.isText) return;
    const edge = direction === 1 ? start : start + node.nodeSize;
    if (direction === 1 ? edge >= offset && nearest === undefined : edge <= offset) nearest = edge;
  });
  if (nearest === undefined) return undefined;
  return paragraph.textBetween(Math.min(offset, nearest), Math.max(offset, nearest));
}

function endsWithFirstWord(run: string, direction: Direction): boolean {
  const segments = Array.from(words.segment(run));
  if (direction === -1) segments.reverse();
  const first = segments.findIndex((segment) => segment.isWordLike);
  return first === -1 || first === segments.length - 1;
}

function isRightToLeft(input: HTMLElement | undefined, state: EditorState): boolean {
  const paragraph = input?.children[state.selection.$head.index(0)];
  return paragraph !== undefined && getComputedStyle(paragraph).direction === "rtl";
}
