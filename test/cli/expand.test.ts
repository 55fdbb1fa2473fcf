import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fakes/folder.ts";

const cli = join(import.meta.dirname, "../../dist/cli.js");

function expand(file: string, ...args: string[]): { code: number | null; out: unknown; error: string } {
  const path = join(temporaryFolder(), "review.md");
  writeFileSync(path, file);
  const call = [cli, "expand", "--command", path, "--", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, call, { encoding: "utf8" });
  return { code: status, out: stdout === "" ? undefined : (JSON.parse(stdout) as unknown), error: stderr };
}

describe("galley expand", () => {
  it("gives the text, without the front matter, with every argument as the shell passed it", () => {
    const file = "---\ndescription: Reviews\n---\nReview $1 for $2. ($ARGUMENTS)\n";
    expect(expand(file, "a b.ts", "--speed\\'s")).toEqual({
      code: 0,
      out: { text: "Review a b.ts for --speed\\'s. (a b.ts --speed\\'s)\n" },
      error: "",
    });
  });

  it("says what is missing and exits 1", () => {
    const { code, out, error } = expand("---\narguments: [file, focus]\n---\n$1 $2", "x");
    expect([code, out]).toEqual([1, undefined]);
    expect(JSON.parse(error)).toMatchObject({ failure: { code: "missing-argument", missing: ["focus"] } });
  });

  it("says where a file is broken and exits 1", () => {
    const { code, error } = expand("---\ndescription: It has no end\n");
    expect(code).toBe(1);
    expect(JSON.parse(error)).toMatchObject({ failure: { code: "invalid-command", line: 1 } });
  });

  it("exits 2 when the call is wrong", () => {
    expect(spawnSync(process.execPath, [cli, "expand"]).status).toBe(2);
    expect(spawnSync(process.execPath, [cli, "expand", "--command", "/no/such.md"]).status).toBe(2);
  });
});
