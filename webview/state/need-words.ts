// What a call must be allowed to do, in plain words, and the rule that would allow it from now on.
import type { Ask } from "../../extension/protocol/ask.ts";

type Approval = Extract<Ask, { type: "approval" }>;
type Need = Approval["needs"][number];

/** One line for each thing that is asked for; what it is for follows where neither the words nor the rest say it. */
export function needWords({ needs, title, preview }: Approval): { words: string; pattern: string }[] {
  const shown = `${title}\n${preview?.type === "text" ? preview.text : (preview?.path ?? "")}`;
  const writes = needs.some(({ permission }) => permission === "write");
  return needs.map((need) => {
    const pattern = nameOf(need);
    const words = wordsOf(need, writes);
    const isAlone = needs.every((other) => other === need || other.permission !== need.permission);
    const isSaid = words.includes(pattern) || (isAlone && (shown.includes(pattern) || isSpread(need, preview)));
    return { words, pattern: isSaid || pattern === "*" ? "" : pattern };
  });
}

/** Variables that stand before a command are listed beside it, one by one. */
function isSpread({ permission, pattern }: Need, preview: Approval["preview"]): boolean {
  return (
    permission === "bash" && preview?.type === "text" && preview.about !== undefined && pattern.endsWith(preview.text)
  );
}

function wordsOf({ permission, pattern }: Need, writes: boolean): string {
  switch (permission) {
    case "read":
      return "Read this file";
    case "outside":
      return writes ? "Write outside the workspace" : "Read outside the workspace";
    case "write":
      return "Edit this file";
    case "bash":
      return "Run this command";
    case "fetch":
      return `Fetch from ${pattern}`;
    case "memory":
      return "Change memories";
    case "mcp":
      return `Use ${nameOf({ permission, pattern })}`;
    case "skill":
      return "Load this skill";
    default:
      return `Use ${pattern}`;
  }
}

/** "bash: npm test". */
export function ruleWords({ needs }: Approval): string {
  return needs.map((need) => `${need.permission}: ${nameOf(need)}`).join("\n");
}

/** A tool of a server is allowed as it is now: the digest behind its name is for the rule, not for people. */
function nameOf({ permission, pattern }: Need): string {
  return permission === "mcp" ? pattern.replace(/#[0-9a-f]{32}$/, "") : pattern;
}
