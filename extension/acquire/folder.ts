// A folder as a bounded listing: omits what ignore files hide, and counts the entries it cuts.
import ignore, { type Ignore } from "ignore";
import { quickPattern, toIgnorePatterns } from "../text/ignore-patterns.ts";
import * as words from "./words.ts";

interface FolderEntry {
  name: string;
  isFolder: boolean;
}

/** Paths are relative to the top folder, with `/`; the top itself is "". */
export interface FolderPort {
  /** Lists links as entries, and does not follow them. */
  entries: (path: string) => Promise<readonly FolderEntry[]>;
  /** `undefined` if the file does not exist. */
  text: (path: string) => Promise<string | undefined>;
  /** Patterns of the editor, as in an ignore file. */
  excluded: readonly string[];
}

export interface Listing {
  text: string;
  listed: number;
  /** Entries that were seen and not listed. */
  cut: number;
  /** Set when the folder is so large that not all of it was looked at: `cut` is the least there is. */
  isMore: boolean;
}

interface ListingLimits {
  entries: number;
  /** How many entries are looked at to count what is cut. */
  seen: number;
}

const LISTING_LIMITS: ListingLimits = { entries: 400, seen: 4000 };

const IGNORE_FILES = [".gitignore", ".galleyignore"];

interface Branch {
  name: string;
  path: string;
  isFolder: boolean;
  rules: readonly Rules[];
  children: Branch[];
  /** Children that were seen and are not listed. */
  cut: number;
}

interface Rules {
  /** The folder the patterns are relative to. */
  base: string;
  ignore: Ignore;
}

/** Breadth first, so that a deep corner never hides the rest of the folder. */
export async function listFolder(port: FolderPort, path: string, limits = LISTING_LIMITS): Promise<Listing> {
  const top: Branch = { name: "", path, isFolder: true, rules: await rulesAbove(port, path), children: [], cut: 0 };
  const queue = [top];
  let listed = 0;
  let seen = 0;
  for (let branch = queue.shift(); branch !== undefined && seen < limits.seen; branch = queue.shift()) {
    for (const child of await childrenOf(port, branch)) {
      seen += 1;
      if (listed < limits.entries) {
        listed += 1;
        branch.children.push(child);
      } else branch.cut += 1;
      if (child.isFolder) queue.push(child);
    }
  }
  return { text: draw(top, "").join("\n"), listed, cut: seen - listed, isMore: queue.length > 0 };
}

async function childrenOf(port: FolderPort, branch: Branch): Promise<Branch[]> {
  // A folder that cannot be read is listed without entries.
  const found = await port.entries(branch.path).catch(() => []);
  const rules = [...branch.rules, ...(await rulesIn(port, branch.path, found))];
  return found
    .map(({ name, isFolder }) => ({ name, isFolder, path: join(branch.path, name), rules, children: [], cut: 0 }))
    .filter((child) => child.name !== ".git" && !isIgnored(child, rules))
    .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || (a.name < b.name ? -1 : 1));
}

/** The rules of the folders above. None for a folder that they hide: the user asked for it, so only its own rules count. */
async function rulesAbove(port: FolderPort, path: string): Promise<Rules[]> {
  const rules: Rules[] = [
    {
      base: "",
      ignore: ignore({ allowRelativePaths: true }).add(port.excluded.flatMap((pattern) => quickPattern(pattern) ?? [])),
    },
  ];
  const names = path === "" ? [] : path.split("/");
  for (const depth of names.keys()) {
    const above = names.slice(0, depth).join("/");
    rules.push(...(await rulesIn(port, above)));
  }
  const isHidden = names.some((_, depth) =>
    isIgnored({ path: names.slice(0, depth + 1).join("/"), isFolder: true }, rules),
  );
  return isHidden ? [] : rules;
}

async function rulesIn(port: FolderPort, path: string, found?: readonly FolderEntry[]): Promise<Rules[]> {
  const there =
    found === undefined ? IGNORE_FILES : IGNORE_FILES.filter((name) => found.some((entry) => entry.name === name));
  const texts = await Promise.all(there.map((name) => port.text(join(path, name))));
  const patterns = texts.flatMap((text) => text ?? []);
  return patterns.length === 0
    ? []
    : [{ base: path, ignore: ignore({ allowRelativePaths: true }).add(patterns.flatMap(toIgnorePatterns)) }];
}

/** The rules nearest to the entry have the last word, as in git. */
function isIgnored({ path, isFolder }: Pick<Branch, "path" | "isFolder">, rules: readonly Rules[]): boolean {
  let hidden = false;
  for (const { base, ignore: patterns } of rules) {
    const inside = base === "" ? path : path.slice(base.length + 1);
    const { ignored, unignored } = patterns.test(isFolder ? `${inside}/` : inside);
    if (ignored) hidden = true;
    if (unignored) hidden = false;
  }
  return hidden;
}

function draw({ children, cut }: Branch, indent: string): string[] {
  const lines = children.flatMap((child) => [
    `${indent}${child.name}${child.isFolder ? "/" : ""}`,
    ...draw(child, `${indent}  `),
  ]);
  return cut === 0 ? lines : [...lines, `${indent}${words.moreEntries(cut)}`];
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}
