// Every sentence for people stands in a words.ts, so that the texts of an area can be read as one text and translated.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

const files = ["extension", "webview"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|svelte)$/.test(path) && !/words\.ts$/.test(path))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
);

/** Words with blanks between them, one of them such as English sentences have and lists of names do not. */
const SENTENCE =
  /[A-Za-z’']+[,;:]? \S+ .*\b(?:the|an?|is|are|was|be|to|of|it|its|not|no|cannot|could|does|has|this|your?|with|for|and|or|than)\b|\b(?:the|an?|is|are|was|it|not|no|could|does|has|this|your?)\b \S+ \S+/is;
const SQL =
  /\b(?:SELECT|WHERE|ORDER BY|INSERT|UPDATE|DELETE FROM|ALTER TABLE|CREATE|PRAGMA|ESCAPE|MATCH|IS NULL|AND)\b/;

/** Texts that no user reads as part of the interface, by file: what they are instead. */
const OTHERS: Readonly<Record<string, string>> = {
  "extension/acp/process/child.ts": "an error of ours that no user can cause",
  "extension/acp/window/agent-journal.ts": "lines of the log",
  "extension/acp/window/given-servers.ts": "lines of the log",
  "extension/assemble/blocks.ts": "an error of ours that no user can cause",
  "extension/disk/process/start.ts": "a script for PowerShell",
  "extension/disk/process/windows-processes.ts": "scripts for PowerShell",
  "extension/host/profiles/profiles.ts": "lines of the log",
  "extension/mcp/connection/mcp-link.ts": "lines of the log",
  "extension/mcp/connection/stdio.ts": "a line of the log",
  "extension/persist/database/open.ts": "a line of the log",
  "extension/persist/database/store.ts": "an error that ends a trial, and is caught",
  "extension/pipelines/completion/snippets/identifiers.ts": "words of languages",
  "extension/tools/rules/plain-line.ts": "reasons that nothing shows",
  "extension/tools/rules/powershell-names.ts": "words of a language",
  "extension/tools/rules/shell-commands.ts": "reasons that nothing shows",
  "webview/components/conversation/Conversation.svelte": "a line of the log",
  "webview/host.ts": "lines of the log",
  "webview/images/shrink.ts": "an error that ends an attempt, and is caught",
  "webview/main.ts": "an error of ours that no user can cause",
  "webview/markdown/plain-markup.ts": "names of tags",
  "webview/markdown/sanitize.ts": "names of tags",
};

/** Lines for the log, and descriptions that belong to the schema of a tool. */
function isElsewhere(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (
      ts.isCallExpression(at) &&
      /\blog\w*\??\.(?:trace|debug|info|warn|error)$|\.describe$|#?log$/i.test(at.expression.getText())
    )
      return true;
    if (ts.isPropertyAssignment(at) && at.name.getText() === "description") return true;
  }
  return false;
}

function scriptSentences(path: string, script: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…")
        : "";
    if (SENTENCE.test(text) && !SQL.test(text) && !isElsewhere(node)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, script, ts.ScriptTarget.Latest, true));
  return found;
}

/** What stands in the markup of a component: between tags, and in quoted attributes. */
function markupSentences(markup: string): string[] {
  const plain = markup.replace(/<!--[^]*?-->/g, "").replace(/<style[^]*<\/style>/, "");
  return [...plain.matchAll(/>([^<>{}]+)[<{]|(?:label|title|placeholder|alt)="([^"{]+)"/g)]
    .map(([, between = "", quoted = ""]) => (between || quoted).trim())
    .filter((text) => /[A-Za-z]{2,} [A-Za-z]/.test(text));
}

function sentencesIn(path: string): string[] {
  const source = readFileSync(join(root, path), "utf8");
  if (!path.endsWith(".svelte")) return scriptSentences(path, source);
  const script = /<script[^>]*>([^]*?)<\/script>/.exec(source)?.[1] ?? "";
  return [...scriptSentences(path, script), ...markupSentences(source.replace(script, ""))];
}

describe("sentences", () => {
  it("stand in a words.ts", () => {
    const found = files
      .filter((path) => !(path in OTHERS))
      .flatMap((path) => sentencesIn(path).map((text) => `${path}: ${text}`));
    expect(found).toEqual([]);
  });

  it("are nowhere else than in the files that are named as exceptions", () => {
    expect(Object.keys(OTHERS).filter((path) => !files.includes(path) || sentencesIn(path).length === 0)).toEqual([]);
  });
});
