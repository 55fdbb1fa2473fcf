import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api/api.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { noLinks } from "../fakes/systems.ts";
import { freshConversation } from "./galley.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });

const written: string[] = [];

/** Below the workspace folder, or below the home with `~/`. */
function write(folder: string, matter: string, body = "Do it."): void {
  const root = vscode.workspace.workspaceFolders?.[0];
  assert(root, "the sample workspace is open");
  const full = folder.startsWith("~/") ? join(homedir(), folder.slice(2)) : join(root.uri.fsPath, folder);
  mkdirSync(full, { recursive: true });
  writeFileSync(join(full, "SKILL.md"), `---\n${matter}\n---\n\n${body}\n`);
  written.push(full);
}

/** Beside its SKILL.md; returns where. */
function writeBeside(name: string, text: string): string {
  const path = join(written.at(-1) ?? "", name);
  writeFileSync(path, text);
  return path;
}

type Preview = Awaited<ReturnType<GalleyApi["preview"]>>;

/** What a model would get. Polls, as files are noticed when the watcher says so. */
async function previewOf(api: GalleyApi, parts: KnownPart[], isIt: (preview: Preview) => boolean): Promise<Preview> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const seen = await api.preview(parts);
    if (isIt(seen)) return seen;
    if (Date.now() > deadline) assert.fail(`It never happened: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const asks =
  (expected: RegExp) =>
  ({ request }: Preview): boolean =>
    expected.test(JSON.stringify(request));

describe("skills", () => {
  afterEach(() => {
    for (const path of written.splice(0)) rmSync(dirname(path), { recursive: true, force: true });
  });

  it("of every folder have their line in the system text, the body of none; they follow their files", async () => {
    const api = await freshConversation();
    write(".galley/skills/one", "name: one\ndescription: The first\nlicense: MIT", "Body of one.");
    write(".claude/skills/two", "name: two\ndescription: The second");
    write(".agents/skills/three", "name: three\ndescription: The third");
    write("~/.galley/skills/four", "name: four\ndescription: The fourth");
    const seen = await previewOf(
      api,
      [text("hi")],
      asks(/- one: The first\\n- three: The third\\n- two: The second\\n- four: The fourth\\n.*- memory: /),
    );
    assert.doesNotMatch(JSON.stringify(seen.request), /Body of one/);
    // VS Code may not watch a folder yet that was just made, and then misses a change in it: so there are more.
    const change = (): void => write(".galley/skills/one", "name: one\ndescription: Changed");
    const again = setInterval(change, 1_000);
    change();
    await previewOf(api, [text("hi")], asks(/- one: Changed/)).finally(() => clearInterval(again));
    rmSync(written[0] ?? "", { recursive: true });
    await previewOf(api, [text("hi")], (now) => !asks(/- one: /)(now));
  });

  it("are commands: the body goes with what was written behind the name, and follows its file", async () => {
    const api = await freshConversation();
    write(".galley/skills/tidy", "name: tidy\ndescription: Tidies", "Tidy up.");
    const seen = await previewOf(api, [text("/tidy the tests")], asks(/Tidy up\.\\n\\n# Request\\n\\nthe tests/));
    assert.doesNotMatch(JSON.stringify(seen.request), /\/tidy/);
    await previewOf(api, [text("/review-change")], asks(/# Reviewing a change/));
  });

  it("with a skill.toml are packages: parameters, a template, and no more tools than they declare", async () => {
    const api = await freshConversation();
    write(".galley/skills/scan", "name: scan\ndescription: Scans", "Not this.");
    const frame = '[[artifacts]]\nid = "frame"\nkind = "PromptTemplate"\npath = "frame.md"\n';
    const schema = '[parameter_schema]\ntype = "object"\nproperties.depth.type = "integer"\nrequired = ["depth"]\n';
    writeBeside("frame.md", "Scan {{ depth }} deep.\n");
    writeBeside("skill.toml", `version = "2"\nframing = "frame"\ntool_surface = ["read", "grep"]\n${schema}${frame}`);
    const seen = await previewOf(api, [text("/scan depth=3 the tests")], asks(/Scan 3 deep\..*the tests/));
    assert.equal(seen.manifest.tools?.count, 2);
    await assert.rejects(api.submit([text("/scan depth=three")]), /do not match the skill's schema/);
  });

  (noLinks ? it.skip : it)(
    "that are packages and cannot be read are told with line and reason, nothing outside is read",
    async () => {
      const api = await freshConversation();
      write(".galley/skills/out", "name: out\ndescription: Leads out");
      const outside = writeBeside("../secret.md", "secret");
      symlinkSync(outside, join(written.at(-1) ?? "", "in.md"));
      writeBeside("skill.toml", '[[artifacts]]\nid = "a"\nkind = "Description"\npath = "in.md"\n');
      write(".galley/skills/broken", "name: broken\ndescription: Broken");
      writeBeside("skill.toml", 'version = "1"\ntool_call_budget = "many"\n');
      const isTold = ({ manifest }: Preview): boolean =>
        manifest.dropped.filter(({ what }) => what.endsWith("skill.toml")).length === 2;
      const { manifest } = await previewOf(api, [text("hi")], isTold);
      const why = manifest.dropped.filter(({ what }) => what.endsWith("skill.toml")).map((one) => one.why);
      assert.match(why.join("\n"), /line 2: tool_call_budget.*\n.*line 4: .*is outside the skill's folder/);
    },
  );

  it("of one name are the first of them; one that cannot be read is told with its line", async () => {
    const api = await freshConversation();
    write("~/.galley/skills/same", "name: same\ndescription: The user's");
    write(".galley/skills/same", "name: same\ndescription: The project's");
    write(".galley/skills/bad", "name: bad", "");
    const { manifest } = await previewOf(
      api,
      [text("hi")],
      (now) => asks(/- same: The project's/)(now) && JSON.stringify(now.manifest.dropped).includes("skills/bad"),
    );
    const [dropped] = manifest.dropped.filter(({ what }) => what.includes("skills/"));
    assert.deepEqual(dropped, {
      what: ".galley/skills/bad/SKILL.md",
      why: "line 4: the file has no instructions after the front matter",
    });
  });
});
