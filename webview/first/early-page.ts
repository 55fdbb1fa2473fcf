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

/** What the user pasted or dropped meanwhile. */
export interface Held {
  uris: string[];
  files: File[];
  /** The names of folders without a URI. */
  folders: string[];
}

interface Early {
  /** `undefined` on a page without an input. */
  written: Written | undefined;
  held: Held;
  /** What the host has posted. */
  messages: readonly unknown[];
}

interface EarlyPage {
  /** Ends the early page. Waits while an input method composes: the text is not final before. */
  handOver: (start: (early: Early) => void) => void;
}
