// What the inline script keeps until the page's own script takes over.

declare global {
  /** Set by the inline script, which runs before any other. */
  var earlyPage: EarlyPage;
}

/** What the user wrote before the real input was there. */
export interface Written {
  text: string;
  /** The selection in it. */
  from: number;
  to: number;
  /** A message that the user has sent; `text` was written after it. */
  sent?: string;
}

interface EarlyPage {
  /**
   * Ends the early page: calls `start` with what the user wrote and with the messages that the host has posted. Waits
   * while an input method composes: the text is not final before.
   */
  handOver: (start: (written: Written | undefined, messages: readonly unknown[]) => void) => void;
}
