// The list behind the status bar entry: what can be done about completion now.
import type * as vscode from "vscode";
import { pickOne } from "../window/ask.ts";
import * as words from "./words.ts";

/** Minutes. */
export const SNOOZES = [5, 60] as const;

interface MenuState {
  /** What the status bar says. */
  status: string;
  isOn: boolean;
  isSnoozed: boolean;
  /** VS Code's own setting is off. */
  isEditorOff: boolean;
  /** Of the active editor. */
  language: { id: string; isOn: boolean } | undefined;
  /** Whether the model only converses, and whether it is asked with every key. */
  chat: { isAsked: boolean } | undefined;
}

interface MenuActs {
  turn: (isOn: boolean) => unknown;
  snooze: (minutes: number) => unknown;
  wake: () => unknown;
  turnLanguage: (id: string, isOn: boolean) => unknown;
  askChat: (isAsked: boolean) => unknown;
  openEditorSetting: () => unknown;
  selectModel: () => unknown;
  showStatistics: () => unknown;
  openSettings: () => unknown;
  showLog: () => unknown;
  /** A click on the status bar takes the focus from the editor. */
  focusEditor: () => unknown;
}

type Item = vscode.QuickPickItem & {
  run: () => unknown;
  /** It opens something that has the focus then. */
  opens?: true;
};

export async function openMenu(state: MenuState, acts: MenuActs): Promise<void> {
  const picked = await pickOne(itemsOf(state, acts), { title: words.menuTitle, placeHolder: state.status });
  if (picked === undefined) return;
  await picked.run();
  if (picked.opens !== true) await acts.focusEditor();
}

function itemsOf({ isOn, isSnoozed, isEditorOff, language, chat }: MenuState, acts: MenuActs): Item[] {
  const snoozes = isSnoozed
    ? [{ label: words.wake, run: () => acts.wake() }]
    : SNOOZES.map((minutes) => ({ label: words.snoozeFor(minutes), run: () => acts.snooze(minutes) }));
  const forLanguage = (id: string, isLanguageOn: boolean): Item => ({
    label: isLanguageOn ? words.languageOff(id) : words.languageOn(id),
    run: () => acts.turnLanguage(id, !isLanguageOn),
  });
  const forChat = (isAsked: boolean): Item => ({
    label: isAsked ? words.chatOff : words.chatOn,
    description: words.chatDetail,
    run: () => acts.askChat(!isAsked),
  });
  return [
    ...(isOn && isEditorOff
      ? [{ label: words.editorItem, opens: true as const, run: () => acts.openEditorSetting() }]
      : []),
    { label: isOn ? words.disable : words.enable, run: () => acts.turn(!isOn) },
    ...(isOn ? snoozes : []),
    ...(isOn && language !== undefined ? [forLanguage(language.id, language.isOn)] : []),
    ...(isOn && chat !== undefined ? [forChat(chat.isAsked)] : []),
    { label: words.selectItem, run: () => acts.selectModel() },
    { label: words.statisticsItem, run: () => acts.showStatistics() },
    { label: words.settingsItem, opens: true, run: () => acts.openSettings() },
    { label: words.logItem, opens: true, run: () => acts.showLog() },
  ];
}
