import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectiveSetting, type SettingValues, settingRules } from "../../extension/host/settings/setting-rules.ts";

type Properties = Record<string, { default: unknown; scope: string; enum?: unknown[] }>;

interface Manifest {
  contributes: { configuration: { properties: Properties }[] };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}

const root = join(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const properties = Object.assign(
  {},
  ...manifest.contributes.configuration.map((group) => group.properties),
) as Properties;
const names = Object.keys(properties);

describe("the settings of a folder", () => {
  it("have a rule each, and no rule is for a setting that is gone", () => {
    expect(Object.keys(settingRules).toSorted()).toEqual(names.toSorted());
  });

  it.each(names)("%s has a scope that says the same to VS Code", (name) => {
    const rule = settingRules[name];
    const scope = properties[name]?.scope;
    if (rule === "own") expect(["application", "machine"]).toContain(scope);
    else expect(["window", "resource"]).toContain(scope);
    if (typeof rule === "object" && "narrows" in rule) {
      expect(rule.narrows).toContain(properties[name]?.default);
      if (properties[name]?.enum !== undefined)
        expect(rule.narrows.toSorted()).toEqual(properties[name].enum.toSorted());
    }
  });

  it("choose no model and resume no queue, from the folder or from a .code-workspace file", () => {
    for (const place of ["workspaceValue", "workspaceFolderValue"] as const) {
      expect(effectiveSetting("galley.model", { defaultValue: "a/b", [place]: "evil/m" })).toBe("a/b");
      expect(effectiveSetting("galley.queue.resumeOnStart", { defaultValue: false, [place]: true })).toBe(false);
    }
    const untrusted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    expect(untrusted).toEqual(expect.arrayContaining(["galley.model", "galley.queue.resumeOnStart"]));
  });

  it("narrow and never widen, and what is no value says nothing", () => {
    const context = (own: unknown, folder: unknown) =>
      effectiveSetting("galley.context.diff", { defaultValue: "never", globalValue: own, workspaceValue: folder });
    expect(context("always", "ask")).toBe("ask");
    expect(context("ask", "always")).toBe("ask");
    expect(context(undefined, "always")).toBe("never");
    expect(context("always", "sometimes")).toBe("always");
    expect(context("sometimes", "always")).toBe("never");
    const bytes = (folder: unknown) =>
      effectiveSetting("galley.fileRef.inlineBytes", { defaultValue: 65_536, workspaceFolderValue: folder });
    expect([bytes(2048), bytes(1 << 30), bytes(-1), bytes(10), bytes("lots")]).toEqual([
      2048, 65_536, 65_536, 65_536, 65_536,
    ]);
  });

  it("never make anything wider than it is without them", () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>("always", "ask", "never", true, false, "enter", "ctrlEnter", "drain", "hold", null),
      fc.integer({ min: -5, max: 1 << 20 }),
      fc.constant(["evil"]),
      fc.constant({ evil: true }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), value, value, value, (name, globalValue, inWorkspace, inFolder) => {
        const own: SettingValues = { defaultValue: properties[name]?.default, globalValue };
        const without = effectiveSetting(name, own);
        const said = { ...own, workspaceValue: inWorkspace, workspaceFolderValue: inFolder };
        const counted = effectiveSetting(name, said);
        const rule = settingRules[name] ?? "own";
        if (rule === "own" || rule === "apart") expect(counted).toEqual(without);
        else if (rule !== "folder" && "least" in rule) expect(Number(counted)).toBeLessThanOrEqual(Number(without));
        else if (rule !== "folder") {
          const order: readonly unknown[] = rule.narrows;
          expect(order.indexOf(counted)).toBeGreaterThanOrEqual(order.indexOf(without));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("are read through their rules: no file asks VS Code for what all settings say together", () => {
    for (const file of globSync("extension/host/**/*.ts", { cwd: root }))
      expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(
        /getConfiguration\(\s*"galley[^)]*\)\s*\.get\b|settings\.get\b/,
      );
  });
});
