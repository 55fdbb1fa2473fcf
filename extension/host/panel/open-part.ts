// Opens what a chip or a link refers to: a place in the workspace, a resource, a text, an attachment, or a web page.
import * as vscode from "vscode";
import { editorContextText } from "../../assemble/model-view.ts";
import type { KnownPart, Mention } from "../../message/part.ts";
import { placeOfHref } from "../../text/paths/place.ts";
import { openAttachment, openStored } from "./attachment-files.ts";
import { showPlace } from "../window/editor.ts";
import { openPage } from "../window/open-page.ts";
import type { OpenNeeds } from "./needs.ts";
import { showText } from "./pinned-text.ts";
import * as words from "./words.ts";

/** Opens what a chip refers to, or says why there is nothing to show. Rejects with a message if it is missing. */
export async function openPart(needs: OpenNeeds, part: KnownPart, preserveFocus = false): Promise<void> {
  switch (part.type) {
    case "text":
      return showText(part.text);
    case "file-ref":
      if (part.ref.kind === "path") return showPlace(part.ref.path, part.ref.range, preserveFocus);
      return part.ref.kind === "url" ? openLink(part.ref.url) : openStored(needs.store, part.ref.id, part.ref.name);
    case "file-attachment":
      return openAttachment(needs.store, part);
    case "mention":
      return openMentioned(needs, part.target, preserveFocus);
    case "command":
      return openCommand(needs, part.id);
    case "editor-context":
      return showText(editorContextText(part), part.kind);
    case "skill-invocation":
      return showText(part.body, part.name);
    default:
      part satisfies never;
  }
}

async function openMentioned(needs: OpenNeeds, target: Mention["target"], preserveFocus: boolean): Promise<void> {
  switch (target.kind) {
    case "file":
    case "symbol":
      return showPlace(target.path, target.range, preserveFocus);
    case "skill":
      return needs.openSkill(target.name);
    case "resource":
      return needs.openResource(target.server, target.uri);
    case "context":
      say(words.contextReadLater(target.name));
      return;
    default:
      target satisfies never;
  }
}

/** Opens the file that defines the command. */
async function openCommand(needs: OpenNeeds, id: string): Promise<void> {
  const { source, origin = "" } = needs.catalog().byId.get(id) ?? {};
  if (source === "project" || source === "user" || source === "skill") return showPlace(origin, undefined);
  say(words.commandWithoutFile(id));
}

function say(message: string): void {
  void vscode.window.showInformationMessage(message);
}

/** Opens a web page after VS Code asked the user; any other link is a place in the workspace. */
export async function openLink(href: string): Promise<void> {
  if (/^(https?|mailto):/i.test(href)) {
    await openPage(href);
    return;
  }
  const place = placeOfHref(href);
  if (place === undefined) throw new Error(words.linkNotSupported(href));
  return showPlace(place.path, place.range);
}
