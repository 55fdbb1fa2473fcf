// The workflow tests Galley on three systems, and the documents say what it does and what was tested where.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const Step = z.object({ uses: z.string().optional(), run: z.string().optional(), if: z.string().optional() });
const Workflow = z.object({
  on: z.object({
    workflow_dispatch: z.null(),
    pull_request: z.null(),
    push: z.object({ branches: z.array(z.string()) }),
  }),
  permissions: z.record(z.string(), z.string()),
  jobs: z.object({
    test: z.object({
      "runs-on": z.string(),
      strategy: z.object({ "fail-fast": z.boolean(), matrix: z.object({ os: z.array(z.string()) }) }),
      steps: z.array(Step),
    }),
  }),
});

const { on, permissions, jobs } = Workflow.parse(parse(read(".github/workflows/test.yml")));
const { steps, strategy } = jobs.test;

/** The commands of a system, in their order. */
function commandsOn(os: "Linux" | "macOS" | "Windows"): string[] {
  const isOn = ({ if: when = "" }: z.infer<typeof Step>): boolean =>
    when.includes("!= 'Linux'") ? os !== "Linux" : !when.includes("== 'Linux'") || os === "Linux";
  return steps.filter(isOn).flatMap(({ run }) => run ?? []);
}

describe("the workflow", () => {
  it("runs on three systems, each to its end", () => {
    expect(strategy.matrix.os).toEqual(["ubuntu-latest", "macos-latest", "windows-latest"]);
    expect(strategy["fail-fast"]).toBe(false);
    expect(jobs.test["runs-on"]).toBe("${{ matrix.os }}");
  });

  it("runs for pull requests, for main, and when a maintainer starts it", () => {
    expect(Object.keys(on)).toEqual(["workflow_dispatch", "pull_request", "push"]);
    expect(on.push.branches).toEqual(["main"]);
  });

  it.each(["Linux", "macOS", "Windows"] as const)("builds, checks and runs the core and in-host tests on %s", (os) => {
    const commands = commandsOn(os);
    expect(commands).toContain("npm ci");
    expect(commands).toContain("npm test -- build check core state");
    const inHost = commands.filter((command) => command.includes("npm run test:electron"));
    expect(inHost).toEqual([os === "Linux" ? "xvfb-run -a npm run test:electron" : "npm run test:electron"]);
  });

  it("may read the repository and nothing else, and takes actions by their major version", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
  });

  it("is named in the page for contributors with what it runs, and so is the page on systems", () => {
    const paragraph = read("docs/contributing.md")
      .split("\n\n")
      .find((text) => text.includes(".github/workflows/test.yml"));
    for (const word of ["Linux", "macOS", "Windows", "in-host", "systems.md"]) expect(paragraph).toContain(word);
  });
});

describe("docs/systems.md", () => {
  const text = read("docs/systems.md");

  it("has a section for each part of Galley that depends on the system", () => {
    const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(
      expect.arrayContaining(["Files", "Commands", "Keys", "Remote and virtual workspaces", "Building"]),
    );
  });

  it("links to files that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((path) => !existsSync(join(root, dirname("docs/systems.md"), path)))).toEqual([]);
  });
});
