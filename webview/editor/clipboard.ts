// Copy and cut: chips stay chips in Galley's own format, and are text in all others.
import { deleteSelection } from "prosemirror-commands";
import { Fragment, type Node, type Slice } from "prosemirror-model";
import { closeHistory } from "prosemirror-history";
import type { EditorView } from "prosemirror-view";
import { Draft } from "../../extension/protocol/draft.ts";
import { toDraft } from "./draft.ts";
import { faceOf } from "./chips/face.ts";
import { chipOf, foldedOf, schema } from "./schema.ts";

const OWN_TYPE = "application/x-galley-parts+json";

export const clipboardEvents = {
  copy: copySelection,
  cut(view: EditorView, event: ClipboardEvent): boolean {
    if (!copySelection(view, event)) return false;
    deleteSelection(view.state, (tr) => view.dispatch(closeHistory(tr).scrollIntoView()));
    return true;
  },
};

/** `undefined` if there are none, or if this version cannot read them. */
export function ownParts(data: DataTransfer): Draft["parts"] | undefined {
  const raw = data.getData(OWN_TYPE);
  if (raw === "") return undefined;
  try {
    return Draft.safeParse(JSON.parse(raw)).data?.parts;
  } catch {
    // Another program wrote to the clipboard under our type: its text is pasted instead.
    return undefined;
  }
}

/** Only a copy event can write Galley's own format, so this makes one. */
export function copyParts(text: string, parts: Draft["parts"]): void {
  const write = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData("text/plain", text);
    event.clipboardData?.setData(OWN_TYPE, JSON.stringify({ parts } satisfies Draft));
  };
  document.addEventListener("copy", write, { once: true, capture: true });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else makes a copy event
  document.execCommand("copy");
  document.removeEventListener("copy", write, { capture: true });
}

/** The text for programs that know no chips. */
export function textOf(slice: Slice): string {
  return slice.content.textBetween(0, slice.content.size, "\n", leafText);
}

export function leafText(leaf: Node): string {
  const part = chipOf(leaf);
  if (part === undefined) return foldedOf(leaf) ?? "";
  return faceOf(part, undefined).text;
}

function copySelection(view: EditorView, event: ClipboardEvent): boolean {
  const { selection } = view.state;
  if (selection.empty || event.clipboardData === null) return false;
  event.preventDefault();
  const slice = selection.content();
  event.clipboardData.clearData();
  event.clipboardData.setData("text/plain", textOf(slice));
  event.clipboardData.setData(OWN_TYPE, JSON.stringify(toDraft(documentOf(slice))));
  return true;
}

function documentOf({ content }: Slice): Node {
  const isInline = content.firstChild?.isInline ?? true;
  return schema.nodes.doc.create(
    null,
    isInline ? Fragment.from(schema.nodes.paragraph.create(null, content)) : content,
  );
}
