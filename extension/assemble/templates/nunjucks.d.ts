// The insides of nunjucks that templates are built from: its parser, its compiler and its scopes. Nothing else of it runs.
declare module "nunjucks/src/nodes.js" {
  export interface TemplateNode {
    readonly typename: string;
    readonly fields: readonly string[];
    lineno: number;
    colno: number;
    [field: string]: unknown;
  }
  type Make = new (line: number, column: number, ...fields: unknown[]) => TemplateNode;
  const nodes: { Node: Make; NodeList: Make; Literal: Make; Symbol: Make; Filter: Make };
  export default nodes;
}

declare module "nunjucks/src/parser.js" {
  import type { TemplateNode } from "nunjucks/src/nodes.js";
  const parser: { parse: (source: string, extensions: [], options: Record<string, unknown>) => TemplateNode };
  export default parser;
}

declare module "nunjucks/src/compiler.js" {
  import type { TemplateNode } from "nunjucks/src/nodes.js";
  interface Compiler {
    compile(root: TemplateNode): void;
    getCode(): string;
  }
  const compiler: { Compiler: new (name: string, throwOnUndefined: boolean) => Compiler };
  export default compiler;
}

declare module "nunjucks/src/runtime.js" {
  interface Frame {
    topLevel: boolean;
    lookup(name: string): unknown;
  }
  const runtime: { Frame: new () => Frame };
  export default runtime;
}
