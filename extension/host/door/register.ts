// The door for other programs: what they hand over waits in a queue, and the user is told who has sent it.
import * as vscode from "vscode";
import { KnownPart, type Part } from "../../message/part.ts";
import type { Origin } from "../../message/message.ts";
import { linkParts, receive } from "../../turn/door/receive.ts";
import { nameOf, parseSubmitUri } from "../../turn/door/submit-uri.ts";
import { reportFault } from "../window/report-fault.ts";
import type { DoorNeeds } from "./needs.ts";
import * as words from "./words.ts";

export interface Door {
  /** A link that the user has opened in another program. Rejects with words for the user. */
  openUri: (uri: Pick<vscode.Uri, "path" | "query">) => Promise<void>;
  /** For another extension. Rejects with words for the user. */
  hold: (
    parts: readonly unknown[],
    from: string,
    conversation: string | undefined,
  ) => Promise<{ messageId: string; queued: boolean }>;
}

export function registerDoor(needs: DoorNeeds): Door {
  const take = async (parts: readonly Part[], from: Origin, into?: string): Promise<string> => {
    const received = await receive(needs, parts, from, into);
    if (!received.ok) throw new Error(received.failure);
    needs.updateList();
    tell(needs, from, received.value.conversation).catch(reportFault);
    return received.value.message_id;
  };
  return {
    openUri: async (uri) => {
      const handed = parseSubmitUri(uri);
      if (!handed.ok) throw new Error(handed.failure);
      const { text, from } = handed.value;
      await take(linkParts(text), { kind: "link", name: from });
    },
    hold: async (raw, from, conversation) => {
      const parts = raw.map((part) => KnownPart.parse(part));
      const messageId = await take(parts, { kind: "extension", name: nameOf(from) }, conversation);
      return { messageId, queued: true };
    },
  };
}

async function tell({ openConversation }: DoorNeeds, { kind, name }: Origin, conversation: string): Promise<void> {
  const answer = await vscode.window.showInformationMessage(words.received(kind, name), words.show);
  if (answer === words.show) await openConversation(conversation);
}
