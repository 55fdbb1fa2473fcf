// Every file here is one thing that a server does. `UPDATE=1` writes what Galley makes of it: read it before you commit it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Behaviour, parseBehaviour, printBehaviour } from "./behaviour.ts";
import { print } from "./print.ts";
import { ALL_WIRES, type Situation, Wires } from "./turn.ts";

const isUpdate = process.env["UPDATE"] !== undefined;

/** A wire that has fewer has lost some. */
const LEAST = 200;

let wires: Wires;
beforeAll(() => {
  wires = new Wires();
});
afterAll(() => {
  wires.close();
});

const files = ALL_WIRES.flatMap((wire) =>
  readdirSync(join(import.meta.dirname, wire))
    .filter((name) => name.endsWith(".txt"))
    .map((name) => ({ wire, name: name.slice(0, -".txt".length), path: join(import.meta.dirname, wire, name) })),
);

function situationOf(wire: Situation["wire"], { responses, next, options }: Behaviour): Situation {
  const { at, model, patience } = options;
  return {
    wire,
    responses,
    next,
    ...(at !== undefined && { at }),
    ...(model !== undefined && { model: JSON.parse(model) as NonNullable<Situation["model"]> }),
    ...(patience !== undefined && { patience: JSON.parse(patience) as NonNullable<Situation["patience"]> }),
  };
}

describe.each(ALL_WIRES)("over %s", (wire) => {
  it.each(files.filter((file) => file.wire === wire))("$name", async ({ path }) => {
    const file = readFileSync(path, "utf8");
    const behaviour = parseBehaviour(file);
    const told = await wires.tell(situationOf(wire, behaviour));
    const printed = printBehaviour(behaviour, print(told));
    if (isUpdate) writeFileSync(path, printed);
    expect(printed).toBe(isUpdate ? printed : file);
    // Whatever came, the next request is answered.
    expect(told.last.metadata).toMatchObject({ finish: "end" });
    // A tool runs with nothing but the arguments of a call that is stored.
    const calls = told.answer.parts.flatMap((part) => (part.type === "tool-call" ? [part.input] : []));
    for (const input of told.ran) expect(calls).toContainEqual(input);
  });
});

describe("the corpus", () => {
  it("is as large as it was, and each file says what it is and where it comes from", () => {
    expect(files.length).toBeGreaterThanOrEqual(LEAST);
    for (const { path, name } of files) {
      const { title, sources, responses } = parseBehaviour(readFileSync(path, "utf8"));
      expect(title, name).toMatch(/^\S.*\.$/);
      expect(sources.length, name).toBeGreaterThan(0);
      for (const source of sources) expect(source, name).toMatch(/^https:\/\/\S+$/);
      expect(responses.length, name).toBeGreaterThan(0);
    }
  });
});
