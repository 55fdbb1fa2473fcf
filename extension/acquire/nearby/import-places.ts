// Where an imported file may be: paths to try in their order, relative to the workspace as messages name files.
import { type ImportStyle, importStyle } from "./imports.ts";

const SCRIPT_ENDS = [
  "",
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".d.ts",
  ".svelte",
  ".vue",
  ".json",
];
const SCRIPT_INDEX = ["/index.ts", "/index.tsx", "/index.js", "/index.mjs"];

/** A file may be compiled: `./a.js` names `a.ts` in TypeScript. */
const COMPILED = /\.(?<kind>[mc]?)js(?<x>x?)$/;

/** None for a package that is not in the workspace, as far as its name says so. */
export function importPlaces(name: string, from: string): string[] {
  const style = importStyle(from);
  const places = style === undefined ? [] : PLACES[style](name, folderOf(from), from);
  return [...new Set(places.flatMap((place) => place ?? []))].filter((place) => place !== from && place !== "");
}

type Places = (name: string, folder: string, from: string) => (string | undefined)[];

const PLACES: Readonly<Record<ImportStyle, Places>> = {
  script: (name, folder) => {
    const base = isRelative(name) ? joined(folder, name.replace(/[?#].*$/, "")) : undefined;
    if (base === undefined) return [];
    const source = base.replace(COMPILED, ".$<kind>ts$<x>");
    return [source, ...[...SCRIPT_ENDS, ...SCRIPT_INDEX].map((end) => `${base}${end}`)];
  },
  python: (name, folder) => {
    const { dots = "", rest = "" } = /^(?<dots>\.*)(?<rest>.*)$/.exec(name)?.groups ?? {};
    const path = rest.replaceAll(".", "/");
    const roots = dots === "" ? upwards(folder) : [joined(folder, "../".repeat(dots.length - 1))];
    return roots.flatMap((root) => {
      const base = root === undefined ? undefined : joined(root, path);
      return base === undefined ? [] : [`${base}.py`, `${base}/__init__.py`, `${base}.pyi`];
    });
  },
  include: (name, folder) => [
    joined(folder, name),
    ...upwards(folder).flatMap((root) => [joined(root, name), joined(root, `include/${name}`)]),
  ],
  go: (name) => {
    const names = name.split("/");
    return names.length < 2 ? [] : names.slice(1).map((_, at) => names.slice(at + 1).join("/"));
  },
  rust: (name, folder, from) => rustPlaces(name, folder, from),
  dotted: (name, folder) =>
    upwards(folder).flatMap((root) =>
      [".java", ".kt", ".scala", ".groovy"].map((end) => joined(root, `${name.replaceAll(".", "/")}${end}`)),
    ),
  ruby: (name, folder) => {
    const { relative, path = "" } = /^require(?<relative>_relative)?[^"']*["'](?<path>.*)$/.exec(name)?.groups ?? {};
    const file = path.endsWith(".rb") ? path : `${path}.rb`;
    if (relative !== undefined) return [joined(folder, file)];
    return upwards(folder).flatMap((root) => [joined(root, file), joined(root, `lib/${file}`)]);
  },
  php: (name, folder) => [
    joined(folder, name.replace(/^\/+/, "")),
    ...upwards(folder).map((root) => joined(root, name)),
  ],
  style: (name, folder) => {
    const base = /^[a-z]+:/.test(name) ? undefined : joined(folder, name);
    if (base === undefined) return [];
    const hidden = base.replace(/(?<=^|\/)(?=[^/]+$)/, "_");
    return ["", ".css", ".scss", ".sass", ".less"].flatMap((end) => [`${base}${end}`, `${hidden}${end}`]);
  },
  dart: (name, folder) => {
    const inPackage = /^package:[^/]+\/(?<path>.+)$/.exec(name)?.groups?.["path"];
    if (inPackage !== undefined) return upwards(folder).map((root) => joined(root, `lib/${inPackage}`));
    return name.includes(":") ? [] : [joined(folder, name)];
  },
};

/** A module stands beside `mod.rs`, `lib.rs` and `main.rs`, and below any other file in a folder of its name. */
function rustPlaces(name: string, folder: string, from: string): (string | undefined)[] {
  const own = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(from) ? folder : from.replace(/\.rs$/, "");
  const module = /^mod\s+(?<module>\w+)$/.exec(name)?.groups?.["module"];
  if (module !== undefined) return [joined(own, `${module}.rs`), joined(own, `${module}/mod.rs`)];
  const [first = "", ...names] = name.split("::");
  const roots = first === "self" ? [own] : first === "super" ? [joined(own, "..")] : crates(folder);
  // The last name may be an item of the module.
  const ways = [names, names.slice(0, -1)].filter((way) => way.length > 0).map((way) => way.join("/"));
  return roots.flatMap((root) =>
    root === undefined ? [] : ways.flatMap((way) => [joined(root, `${way}.rs`), joined(root, `${way}/mod.rs`)]),
  );
}

/** The nearest folder `src` above, where a crate begins. */
function crates(folder: string): string[] {
  const names = folder.split("/");
  const at = names.lastIndexOf("src");
  return at === -1 ? [folder] : [names.slice(0, at + 1).join("/")];
}

function isRelative(name: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(name);
}

/** The folder and those above it, the nearest first; at most six. */
function upwards(folder: string): string[] {
  const names = folder.split("/").filter((name) => name !== "");
  const all = names.map((_, at) => names.slice(0, names.length - at).join("/"));
  const root = folder.startsWith("/") ? "/" : "";
  return [...all.map((path) => `${root}${path}`), root].slice(0, 6);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** `undefined` if the way leads above the first folder. */
function joined(folder: string, way: string): string | undefined {
  const names = folder.split("/").filter((name) => name !== "");
  for (const name of way.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return `${folder.startsWith("/") ? "/" : ""}${names.join("/")}`;
}
