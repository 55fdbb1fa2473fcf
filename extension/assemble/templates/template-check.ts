// Which constructs a template may be made of. What is not listed here is refused before anything of it runs.
import nodes, { type TemplateNode } from "nunjucks/src/nodes.js";
import { isForbiddenName, TemplateRefusal } from "./template-data.ts";
import { filterProblem } from "./template-filters.ts";

const ALLOWED = new Set([
  ...["Root", "NodeList", "Output", "TemplateData", "Literal", "Symbol", "Group", "Array", "Dict", "Pair"],
  ...["LookupVal", "If", "InlineIf", "For", "Set", "Capture", "Filter", "Compare", "CompareOperand"],
  ...["And", "Or", "Not", "In", "Add", "Concat", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Neg", "Pos"],
]);

const NAMES: Readonly<Record<string, string>> = {
  FunCall: "calls",
  Macro: "macros",
  Caller: "macros",
  Include: "includes",
  Import: "imports",
  FromImport: "imports",
  Extends: "extends",
  Block: "blocks",
  Super: "blocks",
  Is: "tests with is",
  Pow: "powers",
  KeywordArgs: "named arguments",
  AsyncEach: "asynchronous loops",
  AsyncAll: "asynchronous loops",
  IfAsync: "asynchronous conditions",
  Switch: "switches",
};

const DEEPEST = 100;
const MOST_NODES = 20_000;

/** Names go into compiled code between quotes: only these characters do. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export interface Checked {
  tree: TemplateNode;
  /** The line where each name stands first. */
  lines: ReadonlyMap<string, number>;
}

/** The same tree with everything that could grow or reach out in our hands; throws where it holds more than is allowed. */
export function checkTemplate(root: TemplateNode): Checked {
  const lines = new Map<string, number>();
  let count = 0;
  const visit = (node: TemplateNode, depth: number): TemplateNode => {
    const line = node.lineno + 1;
    if (depth > DEEPEST) throw new TemplateRefusal("the template is nested too deeply", line);
    if (++count > MOST_NODES) throw new TemplateRefusal("the template is too large", line);
    checkNode(node, line);
    const { value: name } = node;
    if (node.typename === "Symbol" && typeof name === "string" && !lines.has(name)) lines.set(name, line);
    for (const field of fieldsOf(node)) {
      const value = node[field];
      if (Array.isArray(value))
        node[field] = value.map((child: unknown) => (isNode(child) ? visit(child, depth + 1) : child));
      else if (isNode(value)) node[field] = visit(value, depth + 1);
    }
    return replaced(node);
  };
  return { tree: visit(root, 0), lines };
}

function checkNode(node: TemplateNode, line: number): void {
  if (!ALLOWED.has(node.typename))
    throw new TemplateRefusal(`${NAMES[node.typename] ?? node.typename} are not supported in templates`, line);
  const { value } = node;
  if (node.typename === "Symbol") checkName(value, line);
  if (node.typename === "Literal" && value instanceof RegExp)
    throw new TemplateRefusal("regular expressions are not supported in templates", line);
  if (node.typename === "LookupVal" || node.typename === "Pair") {
    const key = node.typename === "Pair" ? node["key"] : node["val"];
    if (isNode(key) && isForbiddenName(key["value"]))
      throw new TemplateRefusal(`${String(key["value"])} is not allowed in templates`, line);
  }
  if (node.typename === "Filter") checkFilter(node, line);
}

function checkName(name: unknown, line: number): void {
  if (typeof name !== "string" || !NAME.test(name))
    throw new TemplateRefusal(`${String(name)} is not a valid name`, line);
  if (isForbiddenName(name)) throw new TemplateRefusal(`${name} is not allowed in templates`, line);
}

function checkFilter(node: TemplateNode, line: number): void {
  const { name, args } = node;
  const filter = isNode(name) ? name["value"] : undefined;
  const given = isNode(args) && Array.isArray(args["children"]) ? args["children"].length - 1 : 0;
  checkName(filter, line);
  const problem = filterProblem(String(filter), given);
  if (problem !== undefined) throw new TemplateRefusal(problem, line);
}

/** The template's own words become values, so that they are counted each time they are written. */
function replaced(node: TemplateNode): TemplateNode {
  const { lineno, colno } = node;
  const literal = (value: unknown): TemplateNode => new nodes.Literal(lineno, colno, value);
  const asFilter = (name: string, args: unknown[]): TemplateNode =>
    new nodes.Filter(lineno, colno, new nodes.Symbol(lineno, colno, name), new nodes.NodeList(lineno, colno, args));
  switch (node.typename) {
    case "TemplateData":
      return literal(node["value"]);
    case "Add":
      return asFilter("+", [node["left"], node["right"]]);
    case "Concat":
      return asFilter("~", [node["left"], node["right"]]);
    case "LookupVal":
      return asFilter(".", [node["target"], node["val"], literal(lineno + 1)]);
    default:
      return node;
  }
}

/** `{% set x %}…{% endset %}` keeps its text beside its fields. */
function fieldsOf(node: TemplateNode): readonly string[] {
  return node.typename === "Set" ? [...node.fields, "body"] : node.fields;
}

function isNode(value: unknown): value is TemplateNode {
  return value instanceof nodes.Node;
}
