// The walkthrough: five steps, each with a picture for every theme, a button that does it, and an event that completes it.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

interface Step {
  id: string;
  title: string;
  description: string;
  media: { image: Record<"dark" | "light" | "hc" | "hcLight", string>; altText: string };
  completionEvents: string[];
}

const { contributes } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  contributes: {
    walkthroughs: { id: string; steps: Step[] }[];
    commands: { command: string }[];
  };
};
const commands = new Set(contributes.commands.map(({ command }) => command));
const keys = readFileSync(join(root, "extension/host/window/keys.ts"), "utf8");
const [walkthrough, ...others] = contributes.walkthroughs;
const steps = walkthrough?.steps ?? [];

/** Commands of VS Code that a step offers. */
const OF_VSCODE = ["workbench.action.quickOpen"];

describe("the walkthrough", () => {
  it("is one, of five steps, under the name that Galley opens it by", () => {
    expect(others).toEqual([]);
    expect(steps).toHaveLength(5);
    for (const path of ["window/walkthrough.ts", "panel/page/run-for-page.ts"])
      expect(readFileSync(join(root, "extension/host", path), "utf8")).toContain(`"galley.galley#${walkthrough?.id}"`);
  });

  it.each(steps)("$title: has a button for a command that exists, and is completed by doing it", (step) => {
    // VS Code draws code between two backticks on each side, and one as a letter.
    expect(step.description.replaceAll("``", "")).not.toContain("`");
    const linked = [...step.description.matchAll(/\(command:([\w.]+)\)/g)].map(([, command = ""]) => command);
    expect(linked.length).toBeGreaterThan(0);
    for (const command of linked) expect([...commands, ...OF_VSCODE]).toContain(command);
    expect(step.completionEvents.length).toBeGreaterThan(0);
    for (const event of step.completionEvents) {
      const [kind, name = ""] = event.split(":");
      if (kind === "onCommand") expect(commands).toContain(name);
      // Not onSettingChanged: VS Code takes the defaults of an extension that is installed for a change.
      else expect([kind, keys.includes(`"${name}"`)]).toEqual(["onContext", true]);
    }
  });

  it("has pictures that are described, and that all together are light", () => {
    const files = steps.flatMap(({ media }) => Object.values(media.image));
    expect(new Set(files).size).toBe(20);
    const bytes = files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
    expect(bytes).toBeLessThan(250 * 1024);
    for (const { media } of steps) expect(media.altText.length).toBeGreaterThan(20);
  });
});
