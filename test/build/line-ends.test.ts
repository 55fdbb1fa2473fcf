// A clone has the same bytes on every system, whatever git is told about line ends there.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

interface Entry {
  readonly stored: string;
  readonly attributes: string;
  readonly path: string;
}

/** What git has stored of each file, and what .gitattributes says of it. */
function entries(): Entry[] {
  const lines = execFileSync("git", ["ls-files", "--eol", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  return lines.split("\0").flatMap((line) => {
    const [, stored = "", attributes = "", path = ""] = /^i\/(\S*)\s+w\/\S*\s+attr\/(.*?)\s*\t(.*)$/s.exec(line) ?? [];
    return path === "" ? [] : [{ stored, attributes, path }];
  });
}

// A copy without a repository has nothing that git could change.
describe.skipIf(!existsSync(join(root, ".git")))("in a clone", () => {
  it("every text ends its lines with LF, and what has other ends is left as it is", () => {
    const all = entries();
    expect(all.length).toBeGreaterThan(1000);
    const wrong = all.filter(({ stored, attributes }) =>
      attributes === "text=auto eol=lf" ? !["lf", "none", "-text"].includes(stored) : attributes !== "-text",
    );
    expect(wrong).toEqual([]);
  });

  it("pictures, and the bytes that servers sent, are never changed", () => {
    const kept = entries().filter(({ path }) => /\.(?:png|bin)$|^test\/wire\/[^/]+\//.test(path));
    expect(kept.length).toBeGreaterThan(400);
    expect(kept.filter(({ attributes }) => attributes !== "-text")).toEqual([]);
    const page = readFileSync(join(root, "test/wire/openai-chat/status-502-html.txt"), "utf8");
    expect(page).toContain("\r\n");
  });
});
