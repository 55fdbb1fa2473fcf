// A context that another extension provides through the extension API.

/** What a new @mention stands for. */
export interface ContextProvider {
  /** In the list of suggestions, behind the name. */
  readonly title: string;
  /** Called when a message that mentions it is sent. Returns text or plain data; `undefined` or an error leaves it out. */
  provide(): unknown;
}
