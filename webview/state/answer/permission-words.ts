// The permissions that a call needs, in plain words, and the rule that would allow them from now on.
import type { Ask } from "../../../extension/protocol/ask.ts";
import * as words from "../words.ts";

type Approval = Extract<Ask, { type: "approval" }>;
type Need = Approval["needs"][number];

/** One line for each permission. Omits the pattern if the words, the title or the preview already contain it. */
export function permissionWords({ needs, title, preview }: Approval): { words: string; pattern: string }[] {
  const shown = `${title}\n${preview?.type === "text" ? preview.text : (preview?.path ?? "")}`;
  const writes = needs.some(({ permission }) => permission === "write");
  return needs.map((need) => {
    const pattern = nameOf(need);
    const sentence = wordsOf(need, writes);
    const isAlone = needs.every((other) => other === need || other.permission !== need.permission);
    const isSaid = sentence.includes(pattern) || (isAlone && (shown.includes(pattern) || isSpread(need, preview)));
    return { words: sentence, pattern: isSaid || pattern === "*" ? "" : pattern };
  });
}

/** The card lists the variables before a command separately. */
function isSpread({ permission, pattern }: Need, preview: Approval["preview"]): boolean {
  return (
    permission === "bash" && preview?.type === "text" && preview.about !== undefined && pattern.endsWith(preview.text)
  );
}

function wordsOf({ permission, pattern }: Need, writes: boolean): string {
  switch (permission) {
    case "read":
      return words.readFile;
    case "outside":
      return writes ? words.writeOutside : words.readOutside;
    case "write":
      return words.editFile;
    case "bash":
      return words.runCommand;
    case "fetch":
      return words.fetchFrom(pattern);
    case "memory":
      return words.changeMemories;
    case "mcp":
      return words.use(nameOf({ permission, pattern }));
    case "skill":
      return words.loadSkill;
    default:
      return words.use(pattern);
  }
}

/** "bash: npm test". */
export function ruleWords({ needs }: Approval): string {
  return needs.map((need) => `${need.permission}: ${nameOf(need)}`).join("\n");
}

/** Without the digest after the name of an MCP tool: only the rule needs it. */
function nameOf({ permission, pattern }: Need): string {
  return permission === "mcp" ? pattern.replace(/#[0-9a-f]{32}$/, "") : pattern;
}
