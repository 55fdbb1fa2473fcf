// Files that the user pastes or drops before the page's script is loaded: held for the message.
import { listenForDrops } from "../editor/drop.ts";
import { pastedFiles } from "../editor/pasted-files.ts";
import { fileUris } from "../editor/uri-list.ts";
import type { Held } from "./early-page.ts";

export class Holding {
  readonly held: Held = { uris: [], files: [], folders: [] };
  readonly stop: () => void;

  constructor(input: HTMLTextAreaElement) {
    const { held } = this;
    input.addEventListener("paste", (event) => {
      const data = event.clipboardData;
      if (data === null) return;
      const uris = fileUris(data);
      const files = uris.length > 0 ? [] : pastedFiles(data);
      if (uris.length + files.length > 0) event.preventDefault();
      held.uris.push(...uris);
      held.files.push(...files);
    });
    this.stop = listenForDrops(window, {
      isOwn: () => false,
      hover: () => undefined,
      pins: () => false,
      place: () => input.focus(),
      takeUris: (uris) => void held.uris.push(...uris),
      takeFiles: (files) => void held.files.push(...files),
      takeText: (text) => input.setRangeText(text, input.selectionStart, input.selectionEnd, "end"),
      refuseFolders: (names) => void held.folders.push(...names),
    });
  }

  get isHolding(): boolean {
    return this.held.uris.length + this.held.files.length > 0;
  }
}
