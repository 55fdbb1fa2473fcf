// What the settings of a folder may say. Each setting has a rule: a folder is a stranger, and can only narrow.

/** What is said of a setting, and where, in VS Code's words. */
export interface SaidSetting {
  defaultValue?: unknown;
  globalValue?: unknown;
  /** Of the folder, or of the `.code-workspace` file. */
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
}

export type SettingRule =
  /** Only the user's own settings count. */
  | "own"
  /** Changes how something looks or is written, but neither what is sent nor what runs without being asked. */
  | "folder"
  /** What a folder says is kept apart, and used only as far as its reader says. */
  | "apart"
  /** From wide to narrow: of a folder a narrower one counts. */
  | { readonly narrows: readonly (string | boolean)[] }
  /** A count: of a folder a smaller one counts, down to the least that makes sense. */
  | { readonly least: number };

const CONTEXT: SettingRule = { narrows: ["always", "ask", "never"] };

export const settingRules: Readonly<Record<string, SettingRule>> = {
  "galley.model": "own",
  "galley.agents": "own",
  "galley.providers.anthropic.baseUrl": "own",
  "galley.providers.anthropic.models": "own",
  "galley.providers.openai.baseUrl": "own",
  "galley.providers.openai.models": "own",
  "galley.providers.gemini.baseUrl": "own",
  "galley.providers.gemini.models": "own",
  "galley.providers.ollama.baseUrl": "own",
  "galley.providers.ollama.models": "own",
  "galley.providers.custom.baseUrl": "own",
  "galley.providers.custom.models": "own",
  "galley.wire.journal": { narrows: [true, false] },
  "galley.send": { narrows: ["enter", "ctrlEnter"] },
  // Its `ask` and `deny` count, its `allow` does not.
  "galley.tools.rules": "apart",
  "galley.tools.extensions": "own",
  // The user is asked before one of a folder starts.
  "galley.mcp.servers": "apart",
  "galley.mcp.trusted": "own",
  "galley.queue.stop": { narrows: ["drain", "hold"] },
  "galley.queue.resumeOnStart": "own",
  "galley.pins.placement": "folder",
  "galley.compaction.auto": { narrows: [true, false] },
  "galley.fileRef.inlineBytes": { least: 1024 },
  "galley.drop.image": "folder",
  "galley.paste.chipLines": "folder",
  "galley.attachments.inlineTextBytes": { least: 0 },
  "galley.attachments.inlineBytes": "own",
  "galley.attachments.sessionInlineBytes": "own",
  "galley.context.selection": CONTEXT,
  "galley.context.open": CONTEXT,
  "galley.context.cursor": CONTEXT,
  "galley.context.viewport": CONTEXT,
  "galley.context.problems": CONTEXT,
  "galley.context.diff": CONTEXT,
  "galley.context.terminal": CONTEXT,
  "galley.context.history": CONTEXT,
  "galley.context.last-action": CONTEXT,
};

/** What counts of a setting. One without a rule is the user's own. */
export function countedSetting(name: string, said: SaidSetting | undefined): unknown {
  if (said === undefined) return undefined;
  const rule = Object.hasOwn(settingRules, name) ? (settingRules[name] ?? "own") : "own";
  const own = said.globalValue ?? said.defaultValue;
  if (rule === "own" || rule === "apart") return own;
  if (rule === "folder") return folderSays(said).at(-1) ?? own;
  return "least" in rule ? smallest(rule.least, said) : narrowest(rule.narrows, said);
}

/** What folders say, the nearest last. */
export function folderSays({ workspaceValue, workspaceFolderValue }: SaidSetting): unknown[] {
  return [workspaceValue, workspaceFolderValue].filter((value) => value !== undefined && value !== null);
}

/** A value that is none of these says nothing. */
function narrowest(order: readonly unknown[], said: SaidSetting): unknown {
  const own = [said.globalValue, said.defaultValue].find((value) => order.includes(value));
  if (own === undefined) return undefined;
  return order[Math.max(...[own, ...folderSays(said)].map((value) => order.indexOf(value)))];
}

function smallest(least: number, said: SaidSetting): number | undefined {
  const isCount = (value: unknown): value is number =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least;
  const own = [said.globalValue, said.defaultValue].find(isCount);
  return own === undefined ? undefined : Math.min(own, ...folderSays(said).filter(isCount));
}
