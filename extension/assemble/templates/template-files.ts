// Files in a template: `read_file("name")` is the text of one, and an include renders one in its place.
import nodes, { type TemplateNode } from "nunjucks/src/nodes.js";
import { TemplateRefusal } from "./template-data.ts";
import type { TemplateFiles } from "./template-job.ts";
import * as words from "./words.ts";

const DEEPEST_INCLUDE = 5;
const MOST_INCLUDES = 50;

/** Names are written out, so that the files can be read before the template runs. Finds too many rather than too few. */
const NAMED =
  /\bread_file\s*\(\s*(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')|\binclude\s+(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')/g;

export function filesNamedIn(source: string): string[] {
  return [...source.matchAll(NAMED)].flatMap(([, ...names]) => names.filter(Boolean));
}

/** The tree with every file in its place. Throws at a file that was not read. */
export function withFiles(
  root: TemplateNode,
  files: TemplateFiles,
  parse: (text: string) => TemplateNode,
): TemplateNode {
  let includes = 0;
  const textOf = (node: unknown, line: number): string => {
    const name = isNode(node) && node.typename === "Literal" ? node["value"] : undefined;
    if (typeof name !== "string") throw new TemplateRefusal(words.fileNotNamed, line);
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (file?.ok !== true) throw new TemplateRefusal(words.fileNotRead(name, file?.failure), line);
    return file.value;
  };
  /** Lines in an included file count as the line that includes it. */
  const visit = (node: TemplateNode, depth: number, included?: number): TemplateNode => {
    const line = included ?? node.lineno;
    node.lineno = line;
    if (isReadFile(node)) return new nodes.Literal(line, node.colno, textOf(onlyArgument(node), line + 1));
    if (node.typename === "Include") {
      if (depth >= DEEPEST_INCLUDE || ++includes > MOST_INCLUDES)
        throw new TemplateRefusal(words.tooManyIncludes, line + 1);
      const tree = visit(parse(textOf(node["template"], line + 1)), depth + 1, line);
      return new nodes.NodeList(line, node.colno, tree["children"]);
    }
    for (const field of node.typename === "Set" ? [...node.fields, "body"] : node.fields) {
      const value = node[field];
      if (Array.isArray(value))
        node[field] = value.map((child: unknown) => (isNode(child) ? visit(child, depth, included) : child));
      else if (isNode(value)) node[field] = visit(value, depth, included);
    }
    return node;
  };
  return visit(root, 0);
}

function isReadFile({ typename, name }: TemplateNode): boolean {
  return typename === "FunCall" && isNode(name) && name["value"] === "read_file";
}

function onlyArgument({ args }: TemplateNode): unknown {
  const given: unknown = isNode(args) ? args["children"] : undefined;
  return Array.isArray(given) && given.length === 1 ? given[0] : undefined;
}

function isNode(value: unknown): value is TemplateNode {
  return value instanceof nodes.Node;
}
