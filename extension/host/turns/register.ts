// The turns of this window: the conversations that are open in it, with the ports a turn needs of VS Code and the features.
import type * as vscode from "vscode";
import { v7 as uuid } from "uuid";
import { PdfTexts } from "../../disk/threads/pdf-texts.ts";
import { runningSessions } from "../../persist/lease.ts";
import { sessionsWithQueue } from "../../persist/queue.ts";
import type { Rooms } from "../../turn/rooms.ts";
import type { Session } from "../../turn/conversation/session.ts";
import { Sessions } from "../../turn/conversation/sessions.ts";
import { readFile } from "../files/files.ts";
import { isProcessAlive, processName } from "../files/owner.ts";
import {
  attachmentLimits,
  compactsAlone,
  inlineTextBytes,
  pinsPlacement,
  resumesOnStart,
} from "../settings/settings.ts";
import type { TurnNeeds } from "./needs.ts";
import { teller } from "./tell.ts";

export interface Turns extends vscode.Disposable {
  /** For previews, which use the same stages. */
  readonly ports: Rooms;
  conversation(id: string): Session;
  /** Those with a turn under way, in this window or another. */
  running(): ReturnType<typeof runningSessions>;
  /** What is on disk counts again, unless this window is ahead of it. */
  reread(id: string): void;
  newId: Rooms["newId"];
  /** Sends what waited when the last window closed, if the user wants that. */
  resumeQueues(): void;
}

export function registerTurns(needs: TurnNeeds): Turns {
  const { store } = needs;
  const ports = portsOf(needs);
  const sessions = new Sessions(ports);
  const conversation = (id: string): Session => sessions.open(id);
  return {
    ports,
    conversation,
    running: () => runningSessions(store, { owner: processName, now: Date.now(), isAlive: isProcessAlive }),
    reread: (id) => {
      sessions.reread(id);
    },
    newId: ports.newId,
    resumeQueues: () => {
      if (store.readOnly || !resumesOnStart()) return;
      for (const id of sessionsWithQueue(store)) conversation(id).resume();
    },
    dispose: () => {
      sessions.close();
    },
  };
}

function portsOf(needs: TurnNeeds): Rooms {
  const { wordsOfPdf, log, ...given } = needs;
  return {
    ...given,
    readFile: (target) => readFile(target),
    attachmentLimits,
    inlineTextBytes,
    pinsPlacement,
    compactsAlone,
    pdfs: new PdfTexts(wordsOfPdf),
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
