// What a refactoring has to do, and where: as a request, as a title, and as parts of a message.
import * as vscode from "vscode";
import { selectionContext } from "../../acquire/selection.ts";
import type { Part } from "../../message/part.ts";
import { pathOf } from "../files/workspace.ts";
import type { Added } from "./ask-instruction.ts";
import { isCell, nameOf } from "./document-facts.ts";
import type { RefactorRequest } from "./needs.ts";
import { linesOfPlaces, type Places } from "./targets.ts";
import * as words from "./words.ts";

export interface Task {
  document: vscode.TextDocument;
  targets: readonly Places[];
  instruction: string;
  added: readonly Added[];
}

export function requestOf({ document, instruction, added }: Task, places: Places | undefined): RefactorRequest {
  return {
    path: nameOf(document),
    language: document.languageId,
    text: document.getText(),
    isUnsaved: document.isDirty || document.isUntitled,
    target: places ?? { start: 1, end: 0 },
    instruction,
    parts: added.map(({ part }) => part),
  };
}

export function titleOf({ document, targets }: Task): string {
  const name = nameOf(document);
  const [only] = targets;
  if (targets.length > 1 || only === undefined) return words.titleOfSeveral(name, targets.length);
  const { start, end } = linesOfPlaces(only);
  const isCaret = only.from.line === only.to.line && only.from.character === only.to.character;
  return isCaret ? words.titleOfCaret(name, start) : words.titleOf(name, start, end);
}

/** The same parts, for a message. */
export function chatParts({ document, targets, instruction, added }: Task): Part[] {
  const said: Part[] = instruction === "" ? [] : [{ type: "text", text: ` ${instruction}` }];
  return [...targets.flatMap((places) => linesIn(document, places)), ...added.map(({ part }) => part), ...said];
}

/** A path cannot name a cell, so its lines go as they stand now. */
function linesIn(document: vscode.TextDocument, places: Places): readonly Part[] {
  const range = linesOfPlaces(places);
  if (!isCell(document)) return [{ type: "file-ref", ref: { kind: "path", path: pathOf(document.uri), range } }];
  const text = document.getText(new vscode.Range(range.start - 1, 0, range.end - 1, Number.MAX_SAFE_INTEGER));
  return selectionContext([{ source: nameOf(document), range, text }], Date.now()).parts;
}
