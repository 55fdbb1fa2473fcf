// A context that another extension provides through the extension API.

/** What a new @mention stands for. The optional members came later: a provider without them is valid. */
export interface ContextProvider {
  /** In the list of suggestions, behind the name. */
  readonly title: string;
  /**
   * The context as a whole. Called when a message that mentions it is previewed or sent. Returns text or plain data;
   * `undefined` or an error leaves it out.
   */
  provide(): unknown;
  /**
   * The entities to choose from for what the user typed behind `@kind:`, best first. Called while the user types; the
   * signal says that the answer is no longer wanted. Galley waits 2 seconds, and lists 50 entities.
   */
  find?(query: string, signal: AbortSignal): readonly ContextEntity[] | PromiseLike<readonly ContextEntity[]>;
  /**
   * What a chosen entity stands for. Called when a message that mentions it is previewed or sent. Galley waits 2 seconds,
   * and takes 20 parts. `undefined` or an error leaves the mention out of the message.
   */
  resolve?(id: string, signal: AbortSignal): Provided | PromiseLike<Provided>;
  /** The user may let Galley add the whole context to messages by itself. Until they do, Galley does not. */
  readonly automatic?: boolean;
}

/** Something that the user can choose and mention: an issue, a page, a record. */
export interface ContextEntity {
  /** Identifies it among the entities of its provider, also after a restart. */
  id: string;
  /** Its name in the list and on its chip. */
  label: string;
  /** In the list, behind the name. */
  description?: string;
  icon?: EntityIcon;
}

export const ENTITY_ICONS = ["at", "file", "folder", "symbol", "branch", "check", "warning", "prompt"] as const;
export type EntityIcon = (typeof ENTITY_ICONS)[number];

type Provided = string | readonly ProvidedPart[] | undefined;

/** Text, a file or a link that is referred to, or a file with its bytes in base64. */
type ProvidedPart =
  | { type: "text"; text: string }
  | { type: "file-ref"; ref: { kind: "path"; path: string } | { kind: "url"; url: string } }
  | { type: "file-attachment"; name: string; mime: string; data: string };
