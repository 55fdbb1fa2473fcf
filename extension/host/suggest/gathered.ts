// Suggestions of many sources as few messages: a list that is drawn a dozen times for one key is late.
import type { ToWebview } from "../../protocol/to-webview.ts";

type Answer = Extract<ToWebview, { type: "suggestions" }>;

interface Ports {
  /** All that is known now. */
  read: () => Answer;
  post: (answer: Answer) => void;
  /** When this moment is over. */
  later: (job: () => void) => void;
}

/** To be called with every news. What comes in one moment is one message, and none when it would say the same again. */
export function gathered({ read, post, later }: Ports, signal: AbortSignal): () => void {
  let isAsked = false;
  let said = "";
  return () => {
    if (isAsked) return;
    isAsked = true;
    later(() => {
      isAsked = false;
      if (signal.aborted) return;
      const answer = read();
      const now = JSON.stringify([answer.items.map(({ key }) => key), answer.done]);
      if (now !== said || answer.ahead !== undefined) post(answer);
      said = now;
    });
  };
}
