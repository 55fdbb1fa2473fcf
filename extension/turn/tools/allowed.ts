// Whether a call may run: the rules say so, or the user does. A permission that lasts becomes a rule for exactly what was asked.
import type { Rule } from "../../tools/rules/rules.ts";
import { decide, hasChangedSince, ruleFor } from "../../tools/rules/rules.ts";
import { type Permission, PERMISSIONS } from "../../message/permission.ts";
import type { CallAbout, Need, ReadyCall } from "../../tools/tool.ts";
import type { Store } from "../../persist/database/store.ts";
import { readPermissions, savePermission } from "../../persist/permissions.ts";
import type { Reply } from "../../protocol/ask.ts";
import type { NewId } from "../new-id.ts";
import { shownPreview } from "../shown-preview.ts";
import type { PendingAsks } from "./pending-asks.ts";
import * as words from "../words.ts";

export interface RulePorts {
  store: Store;
  /** What the settings and the profile of a conversation allow and deny. */
  rules: (conversationId: string) => Rule[];
}

export interface AllowPorts extends RulePorts {
  now: () => number;
  newId: NewId;
}

/** What the stored result says about a denial. */
interface DenialMarks {
  denied?: string;
  denied_by_rule?: boolean;
}

export type Verdict = { allowed: true } | { allowed: false; why: string; marks: DenialMarks };

export async function isAllowed(
  ports: AllowPorts,
  { session_id, call_id }: CallAbout,
  tool: string,
  call: ReadyCall,
  asks: PendingAsks,
  signal: AbortSignal,
): Promise<Verdict> {
  const rules = rulesOf(ports, session_id);
  const judged = call.needs.map((need) => ({ need, action: decide(rules, need) }));
  const denied = judged.find(({ action }) => action === "deny");
  if (denied !== undefined)
    return {
      allowed: false,
      why: words.deniedByRule(denied.need.permission, denied.need.pattern),
      marks: { denied: words.denyingRule(denied.need.permission, denied.need.pattern), denied_by_rule: true },
    };
  const asked = judged.filter(({ action }) => action === "ask").map(({ need }) => need);
  if (asked.length === 0) return { allowed: true };
  const preview = call.preview && { preview: shownPreview(call.preview) };
  const needs = asked.map(({ permission, pattern }) => ({ permission, pattern }));
  const hasChanged = asked.some((need) => hasChangedSince(rules, need));
  const title = hasChanged ? words.changedSince(call.title) : call.title;
  const ask = {
    type: "approval" as const,
    call_id,
    tool,
    title,
    needs,
    ...preview,
    ...(call.unheard && { unheard: call.unheard }),
  };
  const reply = await asks.ask(ask, signal);
  return reply === undefined
    ? { allowed: false, why: words.stoppedBeforeCall, marks: {} }
    : judge(ports, session_id, asked, reply);
}

function judge(ports: AllowPorts, conversationId: string, asked: readonly Need[], reply: Reply): Verdict {
  if (reply.type === "allow") {
    if (reply.scope !== "once") remember(ports, conversationId, asked, reply.scope);
    return { allowed: true };
  }
  const said = reply.type === "deny" ? reply.reason : reply.type === "answer" ? reply.answers.join(", ") : "";
  const reason = said.trim();
  return { allowed: false, why: words.deniedByUser(reason), marks: { denied: reason } };
}

function remember(
  ports: AllowPorts,
  conversationId: string,
  needs: readonly Need[],
  scope: "session" | "project",
): void {
  for (const need of needs) {
    const { permission, pattern, action } = ruleFor(need, scope);
    const session_id = scope === "session" ? conversationId : null;
    const id = ports.newId("rul");
    savePermission(ports.store, { id, session_id, permission, pattern, action, created_at: ports.now() });
  }
}

/** The rules of the settings and of the profile, then those the user gave for the project and for this conversation. */
export function rulesOf(ports: RulePorts, conversationId: string): Rule[] {
  const given = readPermissions(ports.store, conversationId).flatMap(({ session_id, permission, pattern, action }) => {
    const known = PERMISSIONS.find((name): name is Permission => name === permission);
    const from = session_id === null ? ("project" as const) : ("session" as const);
    return known === undefined ? [] : [{ permission: known, pattern, action, from }];
  });
  return [...ports.rules(conversationId), ...given];
}
