// Picks the profile of a conversation: lists what each is for, where it comes from, and why some cannot be used.
import * as vscode from "vscode";
import type { ProfileProblem } from "../../assemble/profiles/profile.ts";
import type { ResolvedProfile, Answering } from "../../assemble/profiles/resolve-profiles.ts";
import { askText, carryOut, shownUntilHidden } from "../window/ask.ts";
import { showLine } from "../window/editor.ts";
import { makeText } from "../files/save-file.ts";
import type { Profiles } from "./profiles.ts";
import * as words from "./words.ts";

type Item = vscode.QuickPickItem & { isCurrent?: boolean; run?: () => unknown; edit?: () => unknown };

/** The part of the profiles that the picker uses. */
type Selectable = Pick<Profiles, "ready" | "all" | "problems" | "of" | "choose" | "uriOf">;

/** Selects the profile that a program names; shows the user a list if there is no name. */
export async function selectProfile(
  profiles: Selectable,
  focusedConversation: () => string,
  name: unknown,
): Promise<void> {
  await profiles.ready();
  if (typeof name === "string") {
    profiles.choose(focusedConversation(), name);
    return;
  }
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = words.selectProfile;
  picker.placeholder = vscode.workspace.isTrusted ? words.appliesNext : words.trustToUse;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.items = [...itemsOf(profiles, focusedConversation()), ...(vscode.workspace.isTrusted ? [] : [TRUST])];
  picker.activeItems = picker.items.filter(({ isCurrent }) => isCurrent === true);
  let chosen: Item["run"];
  picker.onDidAccept(() => {
    chosen = picker.selectedItems[0]?.run;
    picker.hide();
  });
  picker.onDidTriggerItemButton(({ item }) => {
    chosen = item.edit;
    picker.hide();
  });
  await shownUntilHidden(picker, () => chosen !== undefined);
  picker.dispose();
  await carryOut(chosen);
}

const TRUST: Item = {
  label: words.manageTrust,
  run: () => vscode.commands.executeCommand("workbench.trust.manage"),
};

function itemsOf(profiles: Selectable, conversationId: string): Item[] {
  const { agent: used, waits } = profiles.of(conversationId);
  const current = used.name;
  const items: Item[] = [];
  for (const source of ["project", "user", "bundled"] as const) {
    const own = profiles.all.filter((agent) => agent.source === source);
    if (own.length > 0) items.push({ label: words.sources[source], kind: vscode.QuickPickItemKind.Separator });
    items.push(
      ...own.map((agent) =>
        profileItem(profiles, agent, conversationId, agent.name === current ? { waits } : undefined),
      ),
    );
  }
  if (profiles.problems.length > 0)
    items.push({ label: words.notLoadedHeading, kind: vscode.QuickPickItemKind.Separator });
  items.push(...profiles.problems.map((problem) => problemItem(profiles, problem)));
  if (vscode.workspace.isTrusted && vscode.workspace.workspaceFolders !== undefined)
    items.push(
      { label: "", kind: vscode.QuickPickItemKind.Separator },
      { label: words.newWorkspaceProfile, run: newProfile, alwaysShow: true },
    );
  return items;
}

/** `current` is set for the profile that answers now; its model may wait for the user's consent. */
function profileItem(
  profiles: Selectable,
  agent: ResolvedProfile,
  conversationId: string,
  current: { waits: Answering["waits"] | undefined } | undefined,
): Item {
  const { name, description, model, hides, file } = agent;
  const modelWords = current?.waits === undefined ? words.usesModel : words.selectToUseModel;
  const details = [
    ...(model === undefined ? [] : [modelWords(`${model.provider}/${model.id}`)]),
    ...(hides.length === 0 ? [] : [words.overrides(hides.join(", "))]),
  ];
  const open = { iconPath: new vscode.ThemeIcon("go-to-file"), tooltip: words.openFile };
  return {
    label: current !== undefined ? `$(check) ${name}` : name,
    isCurrent: current !== undefined,
    description,
    ...(details.length > 0 && { detail: details.join(" · ") }),
    buttons: [open],
    run: () => {
      profiles.choose(conversationId, name);
    },
    edit: () => show(profiles, file, 1),
  };
}

function problemItem(profiles: Selectable, { file, line, reason }: ProfileProblem): Item {
  return { label: `$(error) ${file}:${line}`, description: reason, run: () => show(profiles, file, line) };
}

async function show(profiles: Selectable, file: string, line: number): Promise<void> {
  const uri = profiles.uriOf(file);
  if (uri === undefined) return;
  await showLine(uri, line);
}

async function newProfile(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  const name = await askText({
    title: words.newProfile,
    prompt: words.newProfilePrompt,
    validateInput: (text) => (/^[\w-]{1,60}$/.test(text.trim()) ? undefined : words.invalidName),
  });
  if (folder === undefined || name === undefined) return;
  const uri = vscode.Uri.joinPath(folder.uri, ".galley", "profiles", `${name.trim()}.toml`);
  await makeText(uri, words.newFile);
  await vscode.window.showTextDocument(uri);
}
