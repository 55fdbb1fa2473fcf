// The turns of this window: its open conversations, with the ports that VS Code and the features fill.
import { join } from "node:path";
import * as vscode from "vscode";
import { v7 as uuid } from "uuid";
import { Converters, thisSystem } from "../../disk/attached/converters.ts";
import { attachmentCopies } from "../../disk/attached/copies.ts";
import { PdfTexts } from "../../disk/threads/pdf-texts.ts";
import { SmallerCopies } from "../../disk/attached/smaller-copies.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { runningConversations } from "../../persist/ownership/lease.ts";
import { conversationsWithQueue } from "../../persist/queue.ts";
import { waitFor } from "../../send/line/wait-for.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import { Conversations } from "../../turn/conversation/conversations.ts";
import { readStoredPicture } from "../../turn/request/stored-picture.ts";
import { readFile } from "../files/files.ts";
import { findPlace, namedFiles } from "../files/named-files.ts";
import { isProcessAlive, processName } from "../files/owner.ts";
import { ATTACHMENTS } from "../files/storage.ts";
import {
  attachmentLimits,
  compactsAlone,
  inlineTextBytes,
  pinsPlacement,
  resumesOnStart,
} from "../settings/settings.ts";
import type { TurnNeeds, WindowPorts } from "./needs.ts";
import { teller } from "./tell.ts";

export interface Turns extends vscode.Disposable {
  /** For previews, which use the same stages. */
  readonly ports: WindowPorts;
  conversation(id: string): Conversation;
  /** The conversations with a running turn, in this window or another. */
  running(): ReturnType<typeof runningConversations>;
  /** Opens it again from the disk at the next use, unless this window is ahead of the disk. */
  reread(id: string): void;
  newId: WindowPorts["newId"];
  /** Sends the queues that the last window left, if the setting says so. */
  resumeQueues(): void;
}

export function registerTurns(needs: TurnNeeds): Turns {
  const { store } = needs;
  const ports = portsOf(needs);
  const conversations = new Conversations(ports);
  const conversation = (id: string): Conversation => conversations.open(id);
  return {
    ports,
    conversation,
    running: () => runningConversations(store, { owner: processName, now: Date.now(), isAlive: isProcessAlive }),
    reread: (id) => {
      conversations.reread(id);
    },
    newId: ports.newId,
    resumeQueues: () => {
      if (store.readOnly || !resumesOnStart()) return;
      for (const id of conversationsWithQueue(store)) conversation(id).resume();
    },
    dispose: () => {
      conversations.close();
    },
  };
}

function placesIn(folder: string): WindowPorts["places"] {
  const converters = new Converters(thisSystem);
  return {
    ...attachmentCopies(folder, process.platform),
    ready: () => converters.ready(),
    // Without trust, the model has no tool that runs commands.
    converters: (mime) => (vscode.workspace.isTrusted ? converters.of(mime) : []),
  };
}

function portsOf(needs: TurnNeeds): WindowPorts {
  const { wordsOfPdf, shrinkPicture, log, ...given } = needs;
  const copies = new SmallerCopies({ shrink: shrinkPicture, digest: contentId });
  return {
    ...given,
    readFile: async (target) => copies.withCopy(await readFile(target)),
    readStored: async (id) => copies.withCopy(await readStoredPicture(needs.store, id), id),
    namedFiles,
    findPlace,
    attachmentLimits,
    inlineTextBytes,
    pinsPlacement,
    compactsAlone,
    wait: waitFor,
    pdfs: new PdfTexts(wordsOfPdf),
    places: placesIn(join(needs.store.folder, ATTACHMENTS)),
    now: () => Date.now(),
    newId: (prefix) => `${prefix}_${uuid()}`,
    emit: teller(needs),
    trace: (manifest) => {
      log.debug(`request ${JSON.stringify(manifest)}`);
    },
    owner: processName,
    isAlive: isProcessAlive,
  };
}
