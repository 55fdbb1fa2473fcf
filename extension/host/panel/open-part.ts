// Opens what a chip or a link stands for: a place in the workspace, a resource, a text, an attachment, or an address of the web.
import * as vscode from "vscode";
import { editorContextText } from "../../assemble/model-view.ts";
import type { KnownPart, Mention } from "../../message/part.ts";
import { placeOfHref } from "../../text/place.ts";
import { openAttachment, openStored } from "./attachment-files.ts";
import type { Core } from "../core.ts";
import { showPlace } from "../window/editor.ts";
import { openPage } from "../window/open-page.ts";
import { showText } from "./pinned-text.ts";

/** Opens what a chip refers to, or says why there is nothing to show. Rejects with a message if it is missing. */
export async function openPart(core: Core, part: KnownPart, preserveFocus = false): Promise<void> {
  switch (part.type) {
    case "text":
      return showText(part.text);
    case "file-ref":
      if (part.ref.kind === "path") return showPlace(part.ref.path, part.ref.range, preserveFocus);
      return part.ref.kind === "url" ? openLink(part.ref.url) : openStored(core.store, part.ref.id, part.ref.name);
    case "file-attachment":
      return openAttachment(core.store, part);
    case "mention":
      return openMentioned(core, part.target, preserveFocus);
    case "command":
      return openCommand(core, part.id);
    case "editor-context":
      return showText(editorContextText(part), part.kind);
    case "skill-invocation":
      return showText(part.body, part.name);
    default:
      part satisfies never;
  }
}

async function openMentioned(core: Core, target: Mention["target"], preserveFocus: boolean): Promise<void> {
  switch (target.kind) {
    case "file":
    case "symbol":
      return showPlace(target.path, target.range, preserveFocus);
    case "skill":
      return core.skills.open(target.name);
    case "resource":
      return core.offers.show(target.server, target.uri);
    case "context":
      say(`@${target.name} is read when you send the message. Run Galley: Preview Request to see its content.`);
      return;
    default:
      target satisfies never;
  }
}

/** The file it is written in. */
async function openCommand(core: Core, id: string): Promise<void> {
  const { source, origin = "" } = core.commands.current.byId.get(id) ?? {};
  if (source === "project" || source === "user" || source === "skill") return showPlace(origin, undefined);
  say(`${id} is not defined in a file.`);
}

function say(words: string): void {
  void vscode.window.showInformationMessage(words);
}

/** Web addresses leave the window, after VS Code asked; anything else is a place in the workspace. */
export async function openLink(href: string): Promise<void> {
  if (/^(https?|mailto):/i.test(href)) {
    await openPage(href);
    return;
  }
  const place = placeOfHref(href);
  if (place === undefined) throw new Error(`Could not open ${href}: this link type is not supported.`);
  return showPlace(place.path, place.range);
}
