import { describe, expect, it } from "vitest";
import { fillingOf, filledWith, parseUriTemplate } from "../../extension/mcp/uri-template.ts";
import { argumentAt } from "../../extension/compose/argument-at.ts";

function typed(pattern: string, text: string) {
  const template = parseUriTemplate(pattern);
  if (template === undefined) throw new Error("it is not filled by typing");
  return fillingOf(template, text);
}

describe("a template that is typed", () => {
  it("knows the variable at the caret and the values before it", () => {
    expect(typed("repo://{owner}/{name}/file", "repo://ada/en")).toMatchObject({
      before: "repo://ada/",
      variable: { name: "name" },
      value: "en",
      others: { owner: "ada" },
    });
  });

  it("goes on to the next variable, and is whole after the last", () => {
    const first = typed("repo://{owner}/{name}/file", "repo://a");
    expect(first && filledWith(first, "ada b")).toEqual({ uri: "repo://ada%20b/", isWhole: false });
    const second = typed("repo://{owner}/{name}/file", "repo://ada%20b/e");
    expect(second?.others).toEqual({ owner: "ada b" });
    expect(second && filledWith(second, "engine/1")).toEqual({ uri: "repo://ada%20b/engine%2F1/file", isWhole: true });
  });

  it("keeps slashes where the template says so", () => {
    const filling = typed("file:///{+path}", "file:///");
    expect(filling && filledWith(filling, "src/a b.ts")).toEqual({ uri: "file:///src/a%20b.ts", isWhole: true });
  });

  it("is not entered by other words, and some forms are not filled by typing", () => {
    expect(typed("repo://{owner}", "rep")).toBeUndefined();
    expect(parseUriTemplate("{+path}")).toBeUndefined();
    expect(parseUriTemplate("x://{?query*}")).toBeUndefined();
  });
});

describe("the argument at the caret", () => {
  const wanted = [
    { name: "department", required: true },
    { name: "name", required: true },
  ];

  it.each([
    ["", { name: "department", value: "", others: {} }],
    ["En", { name: "department", value: "En", others: {} }],
    ["Engineering ", { name: "name", value: "", others: { department: "Engineering" } }],
    ["'Human Resources' A", { name: "name", value: "A", others: { department: "Human Resources" } }],
    ["name=A", { name: "name", value: "A", isNamed: true }],
    ["name=Ada E", { name: "department", value: "E", others: { name: "Ada" } }],
  ])("after %j is told with the others", (before, expected) => {
    expect(argumentAt(wanted, before)).toMatchObject(expected);
  });

  it("is none once all have their values", () => {
    expect(argumentAt(wanted, "Sales Eve ")).toBeUndefined();
  });
});
