// A test that needs what Windows lacks says so: it is skipped there, and runs everywhere else.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Attack } from "../drills/attack.ts";
import { canRun } from "../drills/run-attacks.ts";
import { lacksPosix, noLinks, noModes, noShell } from "../fakes/systems.ts";

const tests = join(import.meta.dirname, "..");

/** A junction is the link that every user of Windows may make. Programs are only those that a test really starts. */
const needs = /symlinkSync\((?:(?!"junction"\)|;)[^])*;|\bchmodSync\(|"mkfifo"|"\/bin\/(?:ba)?sh"|"SIGSTOP"|"ps"/;

/** By the import of the gate, or by an attack's own word for it. */
const gate = /from "[./]+\/fakes\/systems\.ts"|needsPosix: true/;

/** What this file and the choice of a shell only name is none of it, and a fake is gated where it is used. */
const isLookedAt = (path: string): boolean => !/^build\/gates|^disk\/choose-shell|^fakes\/|^fixtures\//.test(path);

describe("tests with links, modes, pipes, signals or a POSIX shell", () => {
  const files = globSync("**/*.{ts,mjs}", { cwd: tests })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(isLookedAt)
    .map((path) => ({ path, text: readFileSync(join(tests, path), "utf8") }))
    .filter(({ text }) => needs.test(text));

  it("have a gate", () => {
    expect(files.length).toBeGreaterThan(14);
    expect(files.filter(({ text }) => !gate.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("run on Linux and macOS, and are skipped on Windows", () => {
    const platforms: NodeJS.Platform[] = ["linux", "darwin", "win32"];
    expect(platforms.map(lacksPosix)).toEqual([false, false, true]);
    if (process.platform === "linux") expect([noLinks, noModes, noShell]).toEqual([false, false, false]);
    const attack = (more: Partial<Attack>): Attack => ({
      ...{ promise: "files", attacker: "a", tries: "b", run: () => Promise.resolve(1) },
      ...more,
    });
    expect(platforms.map((platform) => canRun(attack({ needsPosix: true }), platform))).toEqual([true, true, false]);
    expect(platforms.map((platform) => canRun(attack({}), platform))).toEqual([true, true, true]);
  });
});
