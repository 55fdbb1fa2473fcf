// The prose of an Approach, cut into the parts of its stages without a changed word.
import { describe, expect, it } from "vitest";
import { approachParts } from "../../extension/skills/composer/approach.ts";

describe("the part of a stage in an Approach", () => {
  it("is the section whose heading names it, with the headings below", () => {
    const body = "First of all.\n\n## 1. Look around\nRead.\n### Where\nHere.\n## Notes\nFor all.\n## Tell\nWrite.\n";
    expect(approachParts(body, ["look", "tell"])).toEqual({
      rest: "First of all.\n\n## Notes\nFor all.",
      stages: ["## 1. Look around\nRead.\n### Where\nHere.", "## Tell\nWrite."],
    });
  });

  it("is its item of a list with as many numbers as there are stages", () => {
    const body = "Slowly:\n1. Read it.\n   All of it.\n2. Tell it.";
    expect(approachParts(body, ["a", "b"])).toEqual({
      rest: "Slowly:",
      stages: ["1. Read it.\n   All of it.", "2. Tell it."],
    });
  });

  it("is empty where the Approach tells none from another: the whole goes before the first", () => {
    expect(approachParts("Look, then tell.", ["look", "tell"])).toEqual({
      rest: "Look, then tell.",
      stages: ["", ""],
    });
    expect(approachParts("1. One.\n2. Two.\n3. Three.", ["a", "b"]).rest).toBe("1. One.\n2. Two.\n3. Three.");
  });

  it("does not begin at a heading inside code, nor at a part of a word", () => {
    const body = "## Look\n```\n# tell\n```\n## Telling\nMore.";
    expect(approachParts(body, ["look", "tell"]).stages).toEqual(["## Look\n```\n# tell\n```", ""]);
  });
});
