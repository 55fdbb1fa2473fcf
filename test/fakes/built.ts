// A program of the tests as one file: it starts in a third of the time that its sources take to load.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { buildSync } from "esbuild";

const folder = join(import.meta.dirname, "../../node_modules/.cache/galley-programs");

/** Libraries that are not modules want this. */
const banner = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

const known = new Map<string, string>();

/** The path of `NAME.ts`, seen from this folder, built with all it imports; the name of the file is what it holds. */
export function built(name: string): string {
  const path = known.get(name) ?? build(join(import.meta.dirname, `${name}.ts`));
  known.set(name, path);
  return path;
}

function build(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node24",
    banner: { js: banner },
    legalComments: "none",
  });
  const text = outputFiles[0]?.text ?? "";
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const path = join(folder, `${basename(entry, ".ts")}-${digest}.mjs`);
  if (existsSync(path)) return path;
  // Another worker may write the same: whichever comes last, the file is whole.
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}
