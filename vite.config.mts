// Builds the panel: main.js and main.css for the first paint, chunks/ for what may come later.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** The toolkit's library asks whether `:focus-visible` exists by way of a style element, which the policy refuses. It exists. */
const focusVisibleExists: Plugin = {
  name: "focus-visible-exists",
  transform(code, id) {
    if (!id.endsWith("fast-web-utilities/dist/dom.js")) return undefined;
    const asked = "export function canUseFocusVisible() {";
    if (!code.includes(asked)) this.error(`${id} asks for :focus-visible in another way now`);
    return { code: code.replace(asked, `${asked} return true;`), map: null };
  },
};

/** markdown-it is published with fields that a helper defines one by one, at many times the cost of an assignment. */
const fieldsAreAssigned: Plugin = {
  name: "fields-are-assigned",
  transform(code, id) {
    if (!id.endsWith("markdown-it.mjs")) return undefined;
    const calls = code.match(/\b_defineProperty\(\s*this,/g)?.length ?? 0;
    let assigned = 0;
    const start = /\b_defineProperty\(\s*this,\s*(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*)?"(\w+)",/g;
    const own = code.replace(start, (_, name: string) => {
      assigned += 1;
      return `(this.${name} =`;
    });
    if (calls === 0 || assigned !== calls) this.error(`${id} has its fields in another way now`);
    return { code: own, map: null };
  },
};

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [focusVisibleExists, fieldsAreAssigned, svelte({ configFile: false, compilerOptions: { runes: true } })],
  build: {
    outDir: "dist/webview",
    emptyOutDir: true,
    // Electron of VS Code 1.125.
    target: "chrome142",
    sourcemap: false,
    // Chunks get the nonce of the module that imports them; a preload link would not.
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: "webview/main.ts",
      output: {
        entryFileNames: "main.js",
        chunkFileNames: "chunks/[name].js",
        assetFileNames: "main[extname]",
      },
    },
  },
});
