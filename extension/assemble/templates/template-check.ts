// The constructs that templates may use. A template with any other is refused before it runs.
import nodes, { type TemplateNode } from "nunjucks/src/nodes.js";
import { isForbiddenName, TemplateRefusal } from "./template-data.ts";
import { filterProblem } from "./template-filters.ts";
import * as words from "./words.ts";

const ALLOWED = new Set([
  ...["Root", "NodeList", "Output", "TemplateData", "Literal", "Symbol", "Group", "Array", "Dict", "Pair"],
  ...["LookupVal", "Is", "If", "InlineIf", "For", "Set", "Capture", "Filter", "Compare", "CompareOperand"],
  ...["And", "Or", "Not", "In", "Add", "Concat", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Neg", "Pos"],
]);

const DEEPEST = 100;
const MOST_NODES = 20_000;

/** Names go into compiled code between quotes: only these characters do. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export interface Checked {
  tree: TemplateNode;
  /** The line where each name stands first. */
  lines: ReadonlyMap<string, number>;
}

/** Returns the tree with `.`, `+`, `~` and `is` replaced by our own checked filters. Throws at a construct that is not allowed. */
export function checkTemplate(root: TemplateNode): Checked {
  const lines = new Map<string, number>();
  let count = 0;
  const visit = (node: TemplateNode, depth: number): TemplateNode => {
    const line = node.lineno + 1;
    if (depth > DEEPEST) throw new TemplateRefusal(words.tooDeep, line);
    if (++count > MOST_NODES) throw new TemplateRefusal(words.tooLarge, line);
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
    throw new TemplateRefusal(words.notSupported(words.constructs[node.typename] ?? node.typename), line);
  const { value } = node;
  if (node.typename === "Symbol") checkName(value, line);
  if (node.typename === "Literal" && value instanceof RegExp)
    throw new TemplateRefusal(words.noRegularExpressions, line);
  if (node.typename === "LookupVal" || node.typename === "Pair") {
    const key = node.typename === "Pair" ? node["key"] : node["val"];
    if (isNode(key) && isForbiddenName(key["value"]))
      throw new TemplateRefusal(words.notAllowed(String(key["value"])), line);
  }
  if (node.typename === "Filter") checkFilter(node, line);
  if (node.typename === "Is" && !TESTS.has(testOf(node))) throw new TemplateRefusal(words.unknownTest, line);
}

const TESTS: ReadonlySet<unknown> = new Set(["defined", "undefined"]);

/** The word after `is`. */
function testOf({ right }: TemplateNode): unknown {
  return isNode(right) && right.typename === "Symbol" ? right["value"] : undefined;
}

function checkName(name: unknown, line: number): void {
  if (typeof name !== "string" || !NAME.test(name)) throw new TemplateRefusal(words.invalidName(String(name)), line);
  if (isForbiddenName(name)) throw new TemplateRefusal(words.notAllowed(name), line);
}

function checkFilter(node: TemplateNode, line: number): void {
  const { name, args } = node;
  const filter = isNode(name) ? name["value"] : undefined;
  const given = isNode(args) && Array.isArray(args["children"]) ? args["children"].length - 1 : 0;
  checkName(filter, line);
  const problem = filterProblem(String(filter), given);
  if (problem !== undefined) throw new TemplateRefusal(problem, line);
}

/** The template's own text becomes a value, so that the limit on its output counts it too. */
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
    case "Is":
      return asFilter(`is ${String(testOf(node))}`, [node["left"]]);
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
