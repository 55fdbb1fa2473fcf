// What workspace settings may change: each setting has a rule, because a workspace may come from a stranger.

/** The values of a setting at each level, as VS Code names them. */
export interface SettingValues {
  defaultValue?: unknown;
  globalValue?: unknown;
  /** Of the folder, or of the `.code-workspace` file. */
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
}

export type SettingRule =
  /** Only the user's own settings count. */
  | "own"
  /** The workspace may change it: neither what is sent nor what runs without asking depends on it. */
  | "folder"
  /** Workspace values are read separately, and their reader decides what counts. */
  | "apart"
  /** Values from wide to narrow: a workspace value counts if it is narrower. */
  | { readonly narrows: readonly (string | boolean)[] }
  /** A count: a workspace value counts if it is smaller, but not below `least`. */
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
  "galley.providers.firstByteTimeout": "own",
  "galley.providers.stallTimeout": "own",
  "galley.storage.folder": "own",
  "galley.wire.journal": { narrows: [true, false] },
  "galley.send": { narrows: ["enter", "ctrlEnter"] },
  // The workspace's `ask` and `deny` count, its `allow` does not.
  "galley.tools.rules": "apart",
  "galley.tools.extensions": "own",
  // Galley asks the user before a server of the workspace starts.
  "galley.mcp.servers": "apart",
  "galley.mcp.trusted": "own",
  "galley.mcp.shareWithAgents": { narrows: [true, false] },
  "galley.skills.artifactTokens": { least: 1 },
  // A schedule sends messages: a workspace can only propose one, with a skill.
  "galley.schedules": "own",
  "galley.queue.stop": { narrows: ["drain", "hold"] },
  "galley.queue.resumeOnStart": "own",
  "galley.sidecar.location": "folder",
  "galley.pins.placement": "folder",
  "galley.shelf.openWithExplorer": "folder",
  "galley.compaction.auto": { narrows: [true, false] },
  "galley.completion.enabled": { narrows: [true, false] },
  "galley.completion.model": "own",
  "galley.completion.context": { narrows: [true, false] },
  "galley.completion.languages": "own",
  "galley.completion.family": "own",
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
  "galley.context.recent": CONTEXT,
  "galley.context.folder": CONTEXT,
  "galley.context.related": CONTEXT,
};

/** The value that counts. For a setting without a rule, only the user's own settings count. */
export function effectiveSetting(name: string, values: SettingValues | undefined): unknown {
  if (values === undefined) return undefined;
  const rule = Object.hasOwn(settingRules, name) ? (settingRules[name] ?? "own") : "own";
  const own = values.globalValue ?? values.defaultValue;
  if (rule === "own" || rule === "apart") return own;
  if (rule === "folder") return workspaceValues(values).at(-1) ?? own;
  return "least" in rule ? smallest(rule.least, values) : narrowest(rule.narrows, values);
}

/** The values of the workspace and of its folder, in this order. */
export function workspaceValues({ workspaceValue, workspaceFolderValue }: SettingValues): unknown[] {
  return [workspaceValue, workspaceFolderValue].filter((value) => value !== undefined && value !== null);
}

/** Ignores values that are not in `order`. */
function narrowest(order: readonly unknown[], values: SettingValues): unknown {
  const own = [values.globalValue, values.defaultValue].find((value) => order.includes(value));
  if (own === undefined) return undefined;
  return order[Math.max(...[own, ...workspaceValues(values)].map((value) => order.indexOf(value)))];
}

function smallest(least: number, values: SettingValues): number | undefined {
  const isCount = (value: unknown): value is number =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least;
  const own = [values.globalValue, values.defaultValue].find(isCount);
  return own === undefined ? undefined : Math.min(own, ...workspaceValues(values).filter(isCount));
}
