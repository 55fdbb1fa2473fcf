// Completes the path behind a command: the files and folders that a mention would find.
import { fileTargetOf } from "../../message/file-target.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import { parsePlace } from "../../acquire/place.ts";
import type { SuggestSource } from "./ask-sources.ts";

/** Posts nothing to choose once the path is whole, so that Enter sends the message. */
export async function completePath(
  { find }: SuggestSource,
  { round, typed }: { round: number; typed: string },
  post: (message: ToWebview) => void,
  signal: AbortSignal,
): Promise<void> {
  const { query } = parsePlace(typed);
  await find(
    typed,
    (found) => {
      const isWhole = found.some(({ part }) => fileTargetOf(part)?.path === query);
      if (!signal.aborted) post({ type: "suggestions", round, items: isWhole ? [] : found, done: true });
    },
    signal,
  );
}
