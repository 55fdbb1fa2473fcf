// What Galley says about a rule in the settings that it cannot read.
import { PERMISSIONS } from "../../message/permission.ts";
import type { RuleText } from "./rules.ts";

export const notArray = "galley.tools.rules must be an array.";
export const expected = {
  permission: `"permission" must be one of ${PERMISSIONS.join(", ")}`,
  pattern: '"pattern" must be a string',
  action: '"action" must be allow, ask or deny',
} as const satisfies Record<keyof RuleText, string>;
export const notRule = "not a valid rule";
export const badRule = (rule: string, problems: string): string => `${rule}: ${problems}.`;
