// Builds the panel: main.js and main.css for the first paint, chunks/ for what may come later.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
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
