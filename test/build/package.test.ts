// What is in the package, and what of it is loaded when.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { listFiles, PackageManager } from "@vscode/vsce";
import { describe, expect, it } from "vitest";
import { packedReadme } from "../../scripts/packed-readme.mjs";
import { temporaryFolder } from "../fakes/folder.ts";
import { readPage } from "./docs/page.ts";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/**
 * vsce looks at every file, and what npm and the tests installed is never packed: it is left out of the copy. Of each folder
 * of sources two files stand for all.
 */
function copyOfProject(): string {
  const folder = temporaryFolder("galley-package-");
  const counts = new Map<string, number>();
  const isOneOfTwo = (path: string): boolean => {
    const count = (counts.get(dirname(path)) ?? 0) + 1;
    counts.set(dirname(path), count);
    return count <= 2;
  };
  for (const name of readdirSync(root)) {
    if (["node_modules", ".git", ".vscode-test"].includes(name)) continue;
    const isWhole = ["dist", "media"].includes(name) || statSync(join(root, name)).isFile();
    const filter = (path: string): boolean => isWhole || statSync(path).isDirectory() || isOneOfTwo(path);
    cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  }
  // npm run package writes it after the build.
  writeFileSync(join(folder, "dist/README.md"), packedReadme(readme));
  return folder;
}

describe("the package", () => {
  it("holds what Galley needs to run and nothing else", async () => {
    const folder = copyOfProject();
    const options = { cwd: folder, packageManager: PackageManager.None, readmePath: "dist/README.md" };
    const files = await listFiles(options);
    const chunks = files.filter((file) => file.startsWith("dist/webview/chunks/"));
    expect(chunks.length).toBeGreaterThan(0);
    expect(chunks.every((file) => file.endsWith(".js"))).toBe(true);
    expect(files.filter((file) => !chunks.includes(file)).sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "dist/README.md",
      "dist/cli.js",
      "dist/completion-window.js",
      "dist/first.js",
      "dist/grep-worker.js",
      "dist/import-worker.js",
      "dist/kind.js",
      "dist/main.js",
      "dist/mcp-link.js",
      "dist/own-server.js",
      "dist/pdf-worker.js",
      "dist/pdf.js",
      "dist/sdk-acp.js",
      "dist/sdk-anthropic.js",
      "dist/sdk-gemini.js",
      "dist/sdk-ollama.js",
      "dist/sdk-openai.js",
      "dist/smol-toml.js",
      "dist/template-worker.js",
      "dist/webview/main.css",
      "dist/webview/main.js",
      "dist/wiring.js",
      "dist/yaml.js",
      "media/agents/default.toml",
      "media/agents/explain.toml",
      "media/agents/review.toml",
      "media/galley.svg",
      "media/icon.png",
      "media/skills/explain-code/SKILL.md",
      "media/skills/memory/SKILL.md",
      "media/skills/review-change/SKILL.md",
      ...["ask", "command", "context", "model", "refactor"].flatMap((step) =>
        ["dark", "hc-dark", "hc-light", "light"].map((theme) => `media/walkthrough/${step}-${theme}.webp`),
      ),
      "package.json",
    ]);
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    // Four SDKs, both ends of MCP, the library of agents and a reader of PDFs are more than half; none is loaded before use.
    expect(bytes).toBeLessThan(7.0 * 1024 * 1024);
    const packed = files.reduce((sum, file) => sum + deflateRawSync(readFileSync(join(folder, file))).length, 0);
    expect(packed, "packed, as vsce does it").toBeLessThan(2.5 * 1000 * 1000);
  }, 120_000);

  it.each(["main.js", "wiring.js", "completion-window.js"])(
    "has VS Code's API once in %s, and no copy of it",
    (name) => {
      const text = readFileSync(join(root, "dist", name), "utf8");
      expect(text.match(/require\("vscode"\)/g)).toHaveLength(1);
    },
  );
  it("has a README without pictures and links that VS Code cannot show", () => {
    const own = packedReadme(readme);
    expect(readPage("README.md", own).links.filter((link) => !link.startsWith("https:"))).toEqual([]);
    expect(own).not.toMatch(/<picture|<img|\]\(/);
    expect(packedReadme("a [b `c`](docs/b.md#c), [d](https://example.com/)\n")).toBe(
      "a b `c`, [d](https://example.com/)\n",
    );
    const packs = readFileSync(join(root, "scripts/package.mjs"), "utf8");
    expect(packs).toContain('"--readme-path", "dist/README.md"');
  });

  it("bundles no HTTP client of its own: VS Code's knows the proxy", () => {
    for (const name of ["wiring", "mcp-link", "sdk-acp", "sdk-anthropic", "sdk-gemini", "sdk-ollama", "sdk-openai"])
      expect(readFileSync(join(root, `dist/${name}.js`), "utf8"), name).not.toMatch(/require\("(undici|node-fetch)"\)/);
  });

  it("loads no provider's SDK and no client of servers and agents before it is used", () => {
    for (const name of ["sdk-openai", "mcp-link", "sdk-acp"])
      expect(readFileSync(join(root, "dist/wiring.js"), "utf8")).toContain(`./${name}.js`);
    // What keeps servers and agents in step and shows them is in it, and what applies and refactors code; what talks to them is not.
    expect(statSync(join(root, "dist/wiring.js")).size).toBeLessThan(1200 * 1024);
  });

  it("evaluates less than 200 KiB of JavaScript when Galley is activated", () => {
    expect(statSync(join(root, "dist/main.js")).size).toBeLessThan(200 * 1024);
  });
});
