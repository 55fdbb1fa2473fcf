// STUB until the tools branch is merged.
import type { Need, Permission } from "./tool.ts";
export interface Rule {
  permission: Permission;
  pattern: string;
  action: "allow" | "ask" | "deny";
  from: "settings" | "project" | "session" | "manifest";
}
export function decide(rules: readonly Rule[], need: Need): "allow" | "ask" | "deny" {
  const rule = rules.findLast(({ permission, pattern }) => permission === need.permission && pattern === need.pattern);
  return rule?.action ?? (need.permission === "read" || need.permission === "memory" ? "allow" : "ask");
}
export function ruleFor(need: Need, scope: "session" | "project"): Rule {
  return { ...need, action: "allow", from: scope };
}
