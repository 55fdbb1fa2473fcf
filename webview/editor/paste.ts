// Pastes chips, files, URIs or text, and asks the host about a pasted text.
import type { EditorView } from "prosemirror-view";
import { ownParts } from "./clipboard.ts";
import { insertText, replaceSelection } from "./commands.ts";
import { insertFolded, isLong } from "./chips/folded.ts";
import { pastedFiles } from "./pasted-files.ts";
import { markPaste } from "./pastes.ts";
import { fileUris } from "./uri-list.ts";

export interface PastePorts {
  /** More lines than this are folded. */
  chipLines: () => number;
  takeUris: (uris: string[]) => void;
  takeFiles: (files: File[]) => void;
  /** Asks which lines a text from an editor is. The answer, if any, replaces the paste of this id. */
  findSource: (paste: string, text: string) => void;
  /** The pasted text is a URL. */
  offerLink: (paste: string, url: string) => void;
}

/** Handles the event itself, because `handlePaste` runs after ProseMirror has parsed foreign HTML. */
export function pasteEvents(ports: PastePorts) {
  let isRaw = false;
  return {
    keydown(_view: EditorView, event: KeyboardEvent): boolean {
      isRaw = event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
      return false;
    },
    /** Dictation and other tools insert a long text at once, which a browser lays out line by line. */
    beforeinput(view: EditorView, event: InputEvent): boolean {
      const text = event.data ?? "";
      if (!/^insert(Text|FromDictation|ReplacementText)$/.test(event.inputType) || !isLong(text, ports.chipLines()))
        return false;
      event.preventDefault();
      view.dispatch(insertFolded(view.state, text.replace(/\r\n?/g, "\n")));
      return true;
    },
    paste(view: EditorView, event: ClipboardEvent): boolean {
      event.preventDefault();
      const data = event.clipboardData;
      if (data === null) return true;
      const text = data.getData("text/plain");
      if (!isRaw) insertPasted(view, data, text, ports);
      else if (text !== "") view.dispatch(insertText(view.state, text));
      isRaw = false;
      return true;
    },
  };
}

function insertPasted(view: EditorView, data: DataTransfer, text: string, ports: PastePorts): void {
  const own = ownParts(data);
  const uris = fileUris(data);
  const files = pastedFiles(data);
  if (own !== undefined) view.dispatch(replaceSelection(view.state, own));
  else if (uris.length > 0) ports.takeUris(uris);
  else if (files.length > 0) ports.takeFiles(files);
  else if (text !== "") pasteText(view, text, ports, data.types.includes("vscode-editor-data"));
}

let pasteCount = 0;

/** Replaces the selection with pasted or dropped text. */
export function pasteText(view: EditorView, given: string, ports: PastePorts, isFromEditor: boolean): void {
  const { state } = view;
  const text = given.replace(/\r\n?/g, "\n");
  const id = `paste-${++pasteCount}`;
  const from = state.selection.from;
  const tr = isLong(text, ports.chipLines()) ? insertFolded(state, text) : insertText(state, text);
  view.dispatch(markPaste(tr, id, from));
  if (isFromEditor || looksLikeReference(text)) ports.findSource(id, text);
  if (/^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim())) ports.offerLink(id, text.trim());
}

/** `path:10-25`. The host knows whether Galley copied it. */
function looksLikeReference(text: string): boolean {
  return /^\S.{0,500}:\d+-\d+$/.test(text);
}
