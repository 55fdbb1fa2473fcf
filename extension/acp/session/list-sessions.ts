// Lists the agent's own sessions, page by page.
import type { ListSessionsResponse, SessionInfo } from "@agentclientprotocol/sdk";
import type { Result } from "../../message/result.ts";

/** Stops a list that does not end. */
const MOST_PAGES = 10;

/** The pages that could be read; a failure if the first could not. */
export async function listSessions(
  ask: (from: { cursor?: string }) => Promise<Result<ListSessionsResponse>>,
): Promise<Result<SessionInfo[]>> {
  const sessions: SessionInfo[] = [];
  let from: { cursor?: string } = {};
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const done = await ask(from);
    if (!done.ok && page === 0) return done;
    if (!done.ok) break;
    sessions.push(...done.value.sessions);
    const { nextCursor } = done.value;
    if (nextCursor === undefined || nextCursor === null) break;
    from = { cursor: nextCursor };
  }
  return { ok: true, value: sessions };
}
