// What turns need from the features of the window: what each stage reads, and who is told what happens.
import type * as vscode from "vscode";
import type { PdfThread } from "../../disk/threads/pdf-thread.ts";
import type { TurnEvent } from "../../turn/events.ts";
import type { Rooms } from "../../turn/rooms.ts";

/** What a turn reads, calls and sends with. */
type Given = Required<
  Pick<
    Rooms,
    | ("store" | "readContext" | "readResource" | "livePins" | "layers" | "catalog" | "bringPrompt")
    | ("tools" | "rules" | "agent" | "model" | "start" | "ready" | "stored")
    | ("languageModel" | "agents" | "journal" | "access")
  >
>;

export interface TellNeeds {
  log: vscode.LogOutputChannel;
  /** Everyone who watches a conversation is told what happens in it. */
  watchers: readonly ((event: TurnEvent) => void)[];
  /** Another window has taken over the turn: what is shown is read again. */
  conversationChanged: (id: string) => void;
}

export interface TurnNeeds extends Given, TellNeeds {
  wordsOfPdf: PdfThread["words"];
}
