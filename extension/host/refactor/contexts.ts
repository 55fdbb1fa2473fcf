// What can come along with an instruction: what the Shelf pins, and the files of the other open editors.
import * as vscode from "vscode";
import type { Pin } from "../../message/pin.ts";
import { wordsOf } from "../../text/part-words.ts";
import { pathOf } from "../files/workspace.ts";
import type { Added } from "./ask-instruction.ts";
import * as words from "./words.ts";

type Offered = Added & { description: string };

export function contextsFor({ uri }: vscode.TextDocument, pins: readonly Pin[]): readonly Offered[] {
  const pinned = pins.map(({ part, title }) => ({ label: title ?? wordsOf(part), part }));
  const known = new Set([pathOf(uri), ...pinned.map(({ label }) => label)]);
  const open = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [pathOf(input.uri)] : []))
    .filter((path, index, all) => !known.has(path) && all.indexOf(path) === index);
  return [
    ...pinned.map((one) => ({ ...one, description: words.pinnedItem })),
    ...open.map((path): Offered => {
      return { label: path, description: words.openItem, part: { type: "file-ref", ref: { kind: "path", path } } };
    }),
  ];
}
