// What brings a context of its own name: another extension, through the extension API.

/** What a new @mention stands for. */
export interface ContextProvider {
  /** In the list of suggestions, behind the name. */
  readonly title: string;
  /** Asked when a message that mentions it is sent: text or plain data. Nothing, or what is thrown, leaves it out. */
  provide(): unknown;
}
