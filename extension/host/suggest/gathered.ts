// Posts suggestions of many sources in few messages: drawing the list a dozen times for one key is slow.
import type { ToWebview } from "../../protocol/to-webview.ts";

type Answer = Extract<ToWebview, { type: "suggestions" }>;

interface Ports {
  /** Everything found so far. */
  read: () => Answer;
  post: (answer: Answer) => void;
  /** Runs the job after the current one. */
  later: (job: () => void) => void;
}

/** Call the result when a source finds something. Posts once for a burst of calls, and only if something changed. */
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
