// Whether a call may run: by the rules, else by asking; what the user allows for longer becomes a rule, never a wider one.
import type { Rule } from "../tools/rules/rules.ts";
import { decide, hasChangedSince, ruleFor } from "../tools/rules/rules.ts";
import { type Permission, PERMISSIONS } from "../message/permission.ts";
import type { CallAbout, Need, ReadyCall } from "../tools/tool.ts";
import { readPermissions, savePermission } from "../persist/permissions.ts";
import type { Reply } from "../protocol/ask.ts";
import { shownPreview } from "./shown-preview.ts";
import type { Rooms } from "./rooms.ts";
import type { Waits } from "./waits.ts";

export type Verdict = { allowed: true } | { allowed: false; why: string; denied?: string };

export const STOPPED = "The user stopped the turn before this ran.";

export async function isAllowed(
  rooms: Rooms,
  { session_id, call_id }: CallAbout,
  tool: string,
  call: ReadyCall,
  waits: Waits,
  signal: AbortSignal,
): Promise<Verdict> {
  const rules = rulesOf(rooms, session_id);
  const judged = call.needs.map((need) => ({ need, action: decide(rules, need) }));
  const denied = judged.find(({ action }) => action === "deny");
  if (denied !== undefined)
    return {
      allowed: false,
      why: `Denied by a rule: ${denied.need.permission} for ${denied.need.pattern}. Do it another way.`,
      denied: `rule ${denied.need.permission} for ${denied.need.pattern}`,
    };
  const asked = judged.filter(({ action }) => action === "ask").map(({ need }) => need);
  if (asked.length === 0) return { allowed: true };
  const preview = call.preview && { preview: shownPreview(call.preview) };
  const needs = asked.map(({ permission, pattern }) => ({ permission, pattern }));
  const hasChanged = asked.some((need) => hasChangedSince(rules, need));
  const title = hasChanged ? `${call.title} (changed since you allowed it)` : call.title;
  const ask = {
    type: "approval" as const,
    call_id,
    tool,
    title,
    needs,
    ...preview,
    ...(call.unheard && { unheard: call.unheard }),
  };
  const reply = await waits.ask(ask, signal);
  return reply === undefined ? { allowed: false, why: STOPPED } : judge(rooms, session_id, asked, reply);
}

function judge(rooms: Rooms, sessionId: string, asked: readonly Need[], reply: Reply): Verdict {
  if (reply.type === "allow") {
    if (reply.scope !== "once") remember(rooms, sessionId, asked, reply.scope);
    return { allowed: true };
  }
  const said = reply.type === "deny" ? reply.reason : reply.type === "answer" ? reply.answers.join(", ") : "";
  const reason = said.trim();
  const why = reason === "" ? "Denied by the user." : `Denied by the user: ${reason}`;
  return { allowed: false, why, denied: reason };
}

function remember(rooms: Rooms, sessionId: string, needs: readonly Need[], scope: "session" | "project"): void {
  for (const need of needs) {
    const { permission, pattern, action } = ruleFor(need, scope);
    const session_id = scope === "session" ? sessionId : null;
    const id = rooms.newId("rul");
    savePermission(rooms.store, { id, session_id, permission, pattern, action, created_at: rooms.now() });
  }
}

/** Those of the settings and of the agent, then those the user gave for the project and for this conversation. */
export function rulesOf(rooms: Rooms, sessionId: string): Rule[] {
  const given = readPermissions(rooms.store, sessionId).flatMap(({ session_id, permission, pattern, action }) => {
    const known = PERMISSIONS.find((name): name is Permission => name === permission);
    const from = session_id === null ? ("project" as const) : ("session" as const);
    return known === undefined ? [] : [{ permission: known, pattern, action, from }];
  });
  return [...(rooms.rules?.(sessionId) ?? []), ...given];
}
