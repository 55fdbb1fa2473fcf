// What the user allowed or denied, for a conversation or for the project.
import * as z from "zod/mini";
import type { Store } from "./database/store.ts";

const PermissionRule = z.object({
  id: z.string(),
  /** `null` holds for the project. */
  session_id: z.nullable(z.string()),
  permission: z.string(),
  pattern: z.string(),
  action: z.enum(["allow", "ask", "deny"]),
  created_at: z.int(),
});
export type PermissionRule = z.infer<typeof PermissionRule>;

/** The rules of the project and of a conversation, oldest first. A branch begins without its parent's. */
export function readPermissions(store: Store, conversationId: string): PermissionRule[] {
  const rows = store.all(
    `SELECT id, session_id, permission, pattern, action, created_at FROM permissions
     WHERE session_id IS NULL OR session_id = ? ORDER BY created_at, id`,
    conversationId,
  );
  return rows.map((row) => PermissionRule.parse(row));
}

export function savePermission(store: Store, rule: PermissionRule): void {
  store.run(
    "INSERT INTO permissions (id, session_id, permission, pattern, action, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    rule.id,
    rule.session_id,
    rule.permission,
    rule.pattern,
    rule.action,
    rule.created_at,
  );
}

export function removePermission(store: Store, id: string): void {
  store.run("DELETE FROM permissions WHERE id = ?", id);
}
