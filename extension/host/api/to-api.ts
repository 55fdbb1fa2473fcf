// The API that `activate` returns. A call loads the features if they are not loaded yet.
import type * as vscode from "vscode";
import type { ContextProvider } from "../../acquire/context-provider.ts";
import type { Contributed } from "../../compose/contributed.ts";
import type { KnownPart } from "../../message/part.ts";
import type { ConversationSummary } from "../../message/conversation.ts";
import type { Preview } from "../../preview/preview.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { GalleyApi, GalleyEvent } from "./api.ts";

/** What the features do for other extensions. */
export interface ApiNeeds {
  conversations: () => ConversationSummary[];
  conversation: (id: string) => Conversation;
  mainConversation: () => string;
  /** Adds to the draft of the main pane. */
  addToMainDraft: (parts: readonly KnownPart[], at: "caret" | "end") => Promise<void>;
  submit: (parts: readonly unknown[], conversation: string) => Promise<{ messageId: string; queued: boolean }>;
  /** Puts a message into a held queue: of a conversation, or of a new one. */
  hold: (
    parts: readonly unknown[],
    from: string,
    conversation: string | undefined,
  ) => Promise<{ messageId: string; queued: boolean }>;
  /** What would be sent, once all commands are read. */
  preview: (conversation: string, parts: Draft["parts"]) => Promise<Preview>;
  /** The context that `submit` would add to these parts. */
  automaticFor: (parts: Draft["parts"]) => Promise<Draft["parts"]>;
  /** The context that would be sent with the draft of the main pane, without what the user dismissed. */
  automaticOfMain: () => Promise<Draft["parts"]>;
}

/** These keep what other extensions register before the features are loaded. */
export interface Registries {
  registered: { add: (command: Contributed) => vscode.Disposable };
  contexts: { register: (kind: string, provider: ContextProvider) => vscode.Disposable };
  pins: { register: GalleyApi["registerPin"] };
  events: vscode.EventEmitter<GalleyEvent>;
}

export function toApi(needs: () => Promise<ApiNeeds>, { registered, pins, contexts, events }: Registries): GalleyApi {
  return {
    apiVersion: 1,
    onEvent: events.event,
    registerCommand: (command) => registered.add(command),
    sessions: async () => (await needs()).conversations(),
    // Without an id, the conversation in the main pane, wherever the focus is.
    snapshot: async (id) => {
      const { conversation, mainConversation } = await needs();
      return conversation(id ?? mainConversation()).snapshot();
    },
    addParts: async (parts, at = "caret") => (await needs()).addToMainDraft(parts, at),
    submit: async (parts, options) => {
      const { submit, hold, mainConversation } = await needs();
      if (options?.held === true) return hold(parts, options.from ?? "", options.sessionId);
      return submit(parts, options?.sessionId ?? mainConversation());
    },
    registerContext: (kind, provider) => contexts.register(kind, provider),
    registerPin: (id, provider) => pins.register(id, provider),
    preview: async (given) => {
      const { preview, conversation, mainConversation, automaticFor, automaticOfMain } = await needs();
      const id = mainConversation();
      const parts = given ?? conversation(id).input.draft.parts;
      const automatic = await (given === undefined ? automaticOfMain() : automaticFor(parts));
      const { assembled, prepared } = await preview(id, [...parts, ...automatic]);
      return { request: prepared.request, manifest: assembled.manifest, warnings: prepared.warnings };
    },
  };
}
