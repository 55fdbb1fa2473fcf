// What turns need from the features of the window: what each stage reads, and who hears what happens.
import type * as vscode from "vscode";
import type { CopyPorts } from "../../disk/attached/smaller-copies.ts";
import type { PdfThread } from "../../disk/threads/pdf-thread.ts";
import type { InspectPorts } from "../../preview/inspect.ts";
import type { ConversationPorts } from "../../turn/conversation/conversation.ts";
import type { TurnEvent } from "../../turn/events.ts";

/** The ports of conversations, and of previews, which use the same stages. */
export type WindowPorts = ConversationPorts & InspectPorts;

/** The ports that other features fill. */
type Given = Pick<
  WindowPorts,
  | ("store" | "readContext" | "readResource" | "readSymbols" | "livePins" | "layers" | "catalog" | "bringPrompt")
  | ("tools" | "searchWorkspace" | "rules" | "profile" | "model" | "setUpModel" | "start" | "ready" | "stored")
  | ("languageModel" | "agents" | "journal" | "access")
>;

export interface TellNeeds {
  log: vscode.LogOutputChannel;
  /** Hear everything that happens in a conversation. */
  watchers: readonly ((event: TurnEvent) => void)[];
  /** Another window has taken over the turn: everything that shows the conversation reads it again. */
  conversationChanged: (id: string) => void;
}

export interface TurnNeeds extends Given, TellNeeds {
  wordsOfPdf: PdfThread["words"];
  /** Makes a smaller copy of a picture; `undefined` if nothing in this window can now. */
  shrinkPicture: CopyPorts["shrink"];
}
