// A persona from a file: a profile's system prompt reads and includes files of its own folder, and nothing else.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withPersonaFiles } from "../../extension/assemble/profiles/persona-files.ts";
import { parseProfile } from "../../extension/assemble/profiles/profile.ts";
import { tryOut } from "../../extension/assemble/profiles/render-profile.ts";
import { type ResolvedProfile, resolveProfiles } from "../../extension/assemble/profiles/resolve-profiles.ts";
import { filesNamedIn } from "../../extension/assemble/templates/template-files.ts";
import { LARGEST_BESIDE, readBeside } from "../../extension/disk/read-beside.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { readLayers } from "../../extension/turn/request/read-layers.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { portsOver } from "../fakes/layer-ports.ts";

/** A folder of profiles with files beside them. */
function folderWith(files: Record<string, string | Buffer>): string {
  const folder = join(temporaryFolder(), "profiles");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function profileOf(text: string, folder: string): Promise<ResolvedProfile> {
  const parsed = parseProfile(text, { file: "mine.toml", source: "project" });
  if ("reason" in parsed) throw new Error(parsed.reason);
  const profile = await withPersonaFiles(parsed, (name) => readBeside(folder, name));
  const agent = resolveProfiles([profile]).agents[0];
  if (agent === undefined) throw new Error("it is no profile");
  return agent;
}

async function systemOf(prompt: string, files: Record<string, string | Buffer>): Promise<string | undefined> {
  const agent = await profileOf(`system_prompt = """${prompt}"""`, folderWith(files));
  const wanted = { session_id: "ses_1", model: loopback, messages: [], pins: [] };
  const { layers, failure } = await readLayers(portsOver({}, { agent: () => ({ agent }) }), wanted);
  return failure?.message ?? layers.find(({ id }) => id === "agent.system")?.text;
}

describe("a persona from a file", () => {
  it("is read as it stands, with what looks like a template in it", async () => {
    const text = 'Be kind. {{ ctx.oh }} "\\ \u2028 end';
    expect(await systemOf("A {{ read_file('mine/persona.md') | trim }} B", { "mine/persona.md": `${text}\n` })).toBe(
      `A ${text} B`,
    );
  });

  it("is rendered where it is included, includes of its own too", async () => {
    const files = { "a.md": "[{{ ctx.agent.name }} {% include 'b.md' %}]", "b.md": "{% if true %}b{% endif %}" };
    expect(await systemOf("{% for n in [1, 2] %}{% include 'a.md' %}{% endfor %}", files)).toBe("[mine b][mine b]");
  });

  it("that includes itself, is missing or has a name that is not written out is refused with the line", async () => {
    expect(await systemOf("\n{% include 'a.md' %}", { "a.md": "{% include 'a.md' %}" })).toMatch(
      /mine\.toml:\d+: .*too many includes, or a file that includes itself/,
    );
    expect(await systemOf("{{ read_file('no.md') }}", {})).toContain("no.md cannot be read: the file does not exist");
    expect(await systemOf("{{ read_file(ctx.agent.name) }}", {})).toContain("require the name of a file in quotes");
    expect(await systemOf("{{ other('a.md') }}", { "a.md": "x" })).toContain("calls are not supported");
    expect(await systemOf("{% include 'a.md' %}", { "a.md": "{{ read_file.constructor }}" })).toContain("not allowed");
  });

  it("is refused when the profile is loaded, before it is used", async () => {
    const agent = await profileOf(`system_prompt = "{{ read_file('../x') }}"`, folderWith({ "a.md": "" }));
    const problem = await tryOut(agent, portsOver({}).render);
    expect(problem?.reason).toContain("../x cannot be read: it is not inside the folder of the profile");
  });

  it("reads at most twenty files", async () => {
    const many = Array.from({ length: 30 }, (_, at) => `{{ read_file('${at}.md') }}`).join("");
    expect(await systemOf(many, {})).toContain("0.md cannot be read");
    expect(filesNamedIn(many)).toHaveLength(30);
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.md`, "x"]));
    expect(await systemOf(many, files)).toContain("the file 20.md is not available here");
  });
});

describe("a file beside a profile", () => {
  it("is never outside its folder: not above, not absolute, not through a link", async () => {
    const folder = folderWith({ "in/a.md": "inside" });
    writeFileSync(join(folder, "..", "secret.md"), "secret");
    symlinkSync(join(folder, ".."), join(folder, "up"), "junction");
    const outside = { ok: false, failure: "it is not inside the folder of the profile" };
    const names = [
      "../secret.md",
      "in/../../secret.md",
      "in\\..\\..\\secret.md",
      join(folder, "in/a.md"),
      "up/secret.md",
    ];
    for (const name of [...names, "C:\\secret.md", "C:secret.md", "\\\\server\\a.md", "/etc/hosts", "a\0.md"])
      expect(await readBeside(folder, name), name).toEqual(outside);
    expect(await readBeside(folder, "in/a.md")).toEqual({ ok: true, value: "inside" });
  });

  it("is a text of at most 64 KB", async () => {
    const folder = folderWith({
      "huge.md": "x".repeat(LARGEST_BESIDE + 1),
      "most.md": "x".repeat(LARGEST_BESIDE),
      "bytes.md": Buffer.from([0, 1, 2, 0]),
      "sub/a.md": "",
    });
    expect(await readBeside(folder, "huge.md")).toEqual({ ok: false, failure: "it is larger than 64 KB" });
    expect((await readBeside(folder, "most.md")).ok).toBe(true);
    expect(await readBeside(folder, "bytes.md")).toEqual({ ok: false, failure: "the file is not UTF-8 text" });
    expect(await readBeside(folder, "sub")).toEqual({ ok: false, failure: "it is not a regular file" });
  });
});

describe("the body of a profile", () => {
  it("reads the rendered system prompt and the files in play, which the prompt itself cannot", async () => {
    const body = `system_prompt = "Be {{ ctx.agent.name }}."
[body.metadata]
user_id = "{{ (ctx.system_prompt ~ (ctx.files | join(' '))) | json }}"`;
    const agent = await profileOf(body, folderWith({ "a.md": "" }));
    const part: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } };
    const messages = [{ id: "m", role: "user" as const, parts: [part], metadata: { schema_version: 1 as const } }];
    const ports = portsOver({}, { agent: () => ({ agent }) });
    const layers = await readLayers(ports, { session_id: "s", model: loopback, messages, pins: [{ part }] });
    expect(layers.body).toEqual({ metadata: { user_id: "Be mine.src/a.ts" } });
    expect(await tryOut(agent, ports.render)).toBeUndefined();
    expect(await systemOf("{{ ctx.files }}", {})).toContain("unknown name files");
  });
});
