import { describe, expect, it } from "vitest";
import { findSkills, MOST_FOLDERS } from "../../extension/skills/files/find-skills.ts";
import { SkillLibrary } from "../../extension/skills/files/skill-library.ts";
import { readLayers } from "../../extension/turn/request/read-layers.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { portsOver } from "../fakes/layer-ports.ts";
import { type CountedRoot, skillRoot } from "../fakes/skill-root.ts";

const file = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: About ${name}\n---\n\nDo ${name}.${more}\n`;

async function found(files: Record<string, string>): Promise<{ names: string[]; problems: string[]; notes: string[] }> {
  const { root } = skillRoot(files);
  const { found: skills, problems } = await findSkills(root, { digest: () => "digest", known: new Map() });
  return {
    names: skills.map(({ skill }) => `${skill.name} in ${skill.folder}`),
    problems: problems.map(({ file: at, reason }) => `${at}: ${reason}`),
    notes: skills.flatMap(({ skill }) => skill.note ?? []),
  };
}

describe("folders of skills that were written for other tools", () => {
  it("are found in folders of folders, and under other letters", async () => {
    const { names, problems } = await found({
      "group/inner/SKILL.md": file("inner"),
      "group/inner/scripts/SKILL.md": file("not-one"),
      "a/b/c/SKILL.md": file("deep"),
      "lower/skill.md": file("lower"),
    });
    expect(names).toEqual([
      "deep in .claude/skills/a/b/c",
      "inner in .claude/skills/group/inner",
      "lower in .claude/skills/lower",
    ]);
    expect(problems).toEqual([]);
  });

  it("that are no skills are named with what is wrong", async () => {
    const { names, problems } = await found({
      "README.md": "All our skills.",
      "loose.md": "Do it.",
      "empty/notes.txt": "x",
      "group/one/notes.txt": "x",
      "group/two/notes.txt": "x",
      "blank/SKILL.md": "---\nname: blank\n---\n",
      "signs/SKILL.md": file("fine"),
      ".hidden/SKILL.md": file("hidden"),
    });
    expect(names).toEqual(["fine in .claude/skills/signs"]);
    expect(problems).toEqual([
      ".claude/skills/loose.md: a skill needs a folder of its own; move this file into a folder, and name it SKILL.md",
      ".claude/skills/blank/SKILL.md: the file has no instructions after the front matter",
      ".claude/skills/empty: the folder has no SKILL.md",
      ".claude/skills/group: the folder has no SKILL.md",
    ]);
  });

  it("with odd names or no description work, and say what Galley uses instead", async () => {
    const { names, notes } = await found({
      "Brand Voice/SKILL.md": "---\nname: Brand Voice\n---\n\nSpeak plainly.\n",
      "no matter/SKILL.md": "# Do it\n\nNow.",
    });
    expect(names).toEqual(["brand-voice in .claude/skills/Brand Voice", "no-matter in .claude/skills/no matter"]);
    expect(notes).toEqual([
      "Galley uses the name brand-voice, because the name “Brand Voice” in the file is not one word. Galley uses the first line of the text as the description, because the file has no description.",
      "Galley uses the name no-matter of the folder, because the file has no name. Galley uses the first line of the text as the description, because the file has no description.",
    ]);
  });

  it("are read up to a limit, and the limit is told", async () => {
    const files = Object.fromEntries(
      Array.from({ length: MOST_FOLDERS + 1 }, (_, at) => [`s${String(at)}/SKILL.md`, file(`s${String(at)}`)]),
    );
    const { names, problems } = await found(files);
    expect(names).toHaveLength(MOST_FOLDERS);
    expect(problems).toEqual([".claude/skills: contains 2001 folders; only the first 2000 are read"]);
  });
});

describe("a thousand skills", () => {
  const thousand = (): CountedRoot =>
    skillRoot(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`s${String(at)}/SKILL.md`, file(`s${String(at)}`)])),
    );

  function library({ root }: CountedRoot): {
    library: SkillLibrary;
    tick: (ms: number) => void;
    changes: () => number;
  } {
    let [now, changes] = [10_000, 0];
    const made = new SkillLibrary({
      roots: () => [root],
      digest: () => "digest",
      now: () => now,
      changed: () => (changes += 1),
    });
    return { library: made, tick: (ms) => (now += ms), changes: () => changes };
  }

  it("are not touched until the first message, suggestion or view needs them", () => {
    const counted = thousand();
    library(counted);
    expect(counted.counts).toEqual({ entries: 0, stamps: 0, reads: 0 });
  });

  it("are read once, and typing lists one folder at most twice a second", async () => {
    const counted = thousand();
    const { library: skills, tick } = library(counted);
    expect((await skills.list()).skills).toHaveLength(1_000);
    expect(counted.counts.reads).toBe(1_000);
    counted.counts.entries = 0;
    for (let key = 0; key < 100; key += 1) {
      tick(10);
      await skills.list();
    }
    expect(counted.counts.reads).toBe(1_000);
    expect(counted.counts.entries).toBeLessThanOrEqual(2);
  });

  it("are not read again when one of them changes", async () => {
    const counted = thousand();
    const { library: skills, changes } = library(counted);
    await skills.list();
    counted.files.set("s7/SKILL.md", file("s7", " Changed."));
    skills.refresh();
    const { skills: now } = await skills.list();
    expect(now.find(({ name }) => name === "s7")?.body).toBe("Do s7. Changed.");
    expect(counted.counts.reads).toBe(1_001);
    expect(changes()).toBe(2);
  });

  it("that cannot be read fill no request with their problems", async () => {
    const problems = Array.from({ length: 1_000 }, (_, at) => ({ file: `s${String(at)}`, line: 1, reason: "bad" }));
    const ports = portsOver({});
    const listing = { skills: [], problems, clashes: [] };
    const { left_out = [] } = await readLayers(
      { ...ports, skills: { list: () => Promise.resolve(listing) } },
      { session_id: "ses_1", model: { ...loopback, tools: true }, messages: [], pins: [] },
    );
    expect(left_out).toHaveLength(21);
    expect(left_out.at(-1)).toEqual({ what: "other skills", why: "980 more are not read; see the Skills view" });
  });
});
