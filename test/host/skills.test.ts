import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { GalleyApi } from "../../extension/host/api.ts";
import type { KnownPart } from "../../extension/message/part.ts";
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
    write(".galley/skills/one", "name: one\ndescription: Changed");
    await previewOf(api, [text("hi")], asks(/- one: Changed/));
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

  it("of one name are the first of them; one that cannot be read is told with its line", async () => {
    const api = await freshConversation();
    write("~/.galley/skills/same", "name: same\ndescription: The user's");
    write(".galley/skills/same", "name: same\ndescription: The project's");
    write(".galley/skills/bad", "name: bad");
    const { manifest } = await previewOf(
      api,
      [text("hi")],
      (now) => asks(/- same: The project's/)(now) && JSON.stringify(now.manifest.dropped).includes("skills/bad"),
    );
    const [dropped] = manifest.dropped.filter(({ what }) => what.includes("skills/"));
    assert.deepEqual(dropped, { what: ".galley/skills/bad/SKILL.md", why: "line 1: description is missing" });
  });
});
