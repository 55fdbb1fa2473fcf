// Builds dist/: the extension host and the command line with esbuild, the webview with vite.
import { basename, dirname, join } from "node:path";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import * as esbuild from "esbuild";
import { build as buildWebview } from "vite";

/** Each becomes one file in dist/. What an entry reaches by `import()` must be an entry too: it is loaded on first use. */
const entries = [
  "extension/host/main.ts",
  "extension/host/wiring.ts",
  "extension/host/completion/completion-window.ts",
  "extension/cli/cli.ts",
  "extension/disk/threads/grep-worker.ts",
  "extension/disk/kind.ts",
  "extension/disk/threads/pdf.ts",
  "extension/persist/transfer/import-worker.ts",
  "extension/disk/threads/pdf-worker.ts",
  "extension/mcp/connection/mcp-link.ts",
  "extension/acp/process/sdk-acp.ts",
  "extension/mcp/own/own-server.ts",
  "extension/send/sdk/sdk-anthropic.ts",
  "extension/send/sdk/sdk-gemini.ts",
  "extension/send/sdk/sdk-ollama.ts",
  "extension/send/sdk/sdk-openai.ts",
  "extension/disk/threads/template-worker.ts",
];

/** Packages that several entries use: a file of their own, which each of them requires, and not a copy in each. */
const shared = ["yaml", "smol-toml"];

const sharedPackages = {
  name: "shared-packages",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${shared.join("|")})$`) }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path: `./${path}.js`, external: true },
    );
  },
};

const lazyEntries = {
  name: "lazy-entries",
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, kind, importer }) => {
      if (kind !== "dynamic-import" || importer.includes("node_modules")) return undefined;
      const name = basename(path, ".ts");
      if (!entries.some((entry) => entry.endsWith(`/${name}.ts`))) {
        return { errors: [{ text: `${importer} loads ${path} lazily: add it to the entries in scripts/build.mjs` }] };
      }
      return { path: `./${name}.js`, external: true };
    });
  },
};

/** Schemas are checked without code that writes code; the other way brings a compiler that Galley does not need. */
const plainValidators = {
  name: "plain-validators",
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/(server|client)\/_shims$/ }, async ({ path, resolveDir }) => {
      const [, name] = path.split("/");
      const { path: main } = await build.resolve(`@modelcontextprotocol/${name}`, {
        resolveDir,
        kind: "import-statement",
      });
      return { path: join(dirname(main), "shimsWorkerd.mjs") };
    });
  },
};

/**
 * VS Code's API is one CommonJS object with hundreds of names. For each file that imports it, esbuild would make a copy
 * with a getter for each name, which costs time at activation and megabytes later. Here it is one module with the names
 * that Galley uses, to which `vscode.window` refers directly.
 */
const oneVsCode = {
  name: "one-vscode",
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ path, namespace }) =>
      namespace === "one-vscode" ? { path, external: true } : { path, namespace: "one-vscode" },
    );
    build.onLoad({ filter: /^vscode$/, namespace: "one-vscode" }, async () => {
      const names = new Set();
      for await (const file of glob("extension/host/**/*.ts")) {
        const text = await readFile(file, "utf8");
        for (const [, name] of text.matchAll(/\bvscode\.([A-Za-z]\w*)/g)) names.add(name);
      }
      // Marked as pure, so that a bundle has only the names that it uses.
      const exports = [...names].sort().map((name) => `export const ${name} = /* @__PURE__ */ pick("${name}");`);
      return { contents: ['const pick = (name) => require("vscode")[name];', ...exports].join("\n") };
    });
  },
};

/**
 * V8 keeps a file with a single sign beyond Latin-1 as two bytes for each sign, a megabyte more for the features. esbuild
 * escapes such signs in strings, not in patterns.
 */
async function escapeSigns() {
  for await (const file of glob("dist/*.js")) {
    const text = await readFile(file, "utf8");
    const escaped = text.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
    if (escaped !== text) await writeFile(file, escaped);
  }
}

const production = process.argv.includes("--production");
await rm("dist", { recursive: true, force: true });
await Promise.all([
  esbuild.build({
    entryPoints: [...entries, ...shared],
    outdir: "dist",
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    // A file that is loaded later is required: Node's loader for modules would look up packages and formats first.
    supported: { "dynamic-import": false },
    alias: {
      // What it names first for Node cannot be bundled.
      "jsonc-parser": "jsonc-parser/lib/esm/main.js",
    },
    plugins: [oneVsCode, sharedPackages, lazyEntries, plainValidators],
    minify: true,
    keepNames: false,
    sourcemap: production ? false : "linked",
    legalComments: "none",
    logLevel: "warning",
  }),
  esbuild.build({
    // Inline in the HTML of every page.
    entryPoints: ["webview/first/first.ts"],
    outfile: "dist/first.js",
    bundle: true,
    format: "iife",
    target: "chrome142",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  }),
  buildWebview({ logLevel: "warn" }),
]);
// Not for a build with source maps, whose columns it would move.
if (production) await escapeSigns();
