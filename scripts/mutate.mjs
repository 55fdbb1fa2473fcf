// A TypeScript file with small changes in it, each behind a switch: one text holds them all, and a number turns one on.
import ts from "typescript";
import { othersOf } from "./mutant-kinds.mjs";

/**
 * `{ text, mutants }`: the text asks `globalThis.__mutant(n)` whether a change is on, and calls `globalThis.__tick()` in
 * every round of a loop. A mutant is `{ id, line, what }`; ids count from `first`.
 */
export function mutate(path, source, first) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const add = (node, original, changed) => {
    const id = first + mutants.length;
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    mutants.push({ id, line, what: `${shorten(original)} → ${shorten(changed) || "nothing"}` });
    return `globalThis.__mutant(${id})`;
  };
  const text = withChildren(file, { add, source, limits: limitsOf(file), isRun: false });
  return { text, mutants };
}

/**
 * The numbers that a file gives a name: `const MOST = 8 * 1024`. They are read when the file is loaded, before any test:
 * the change is made where the name is used.
 */
function limitsOf(file) {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap((one) => [...one.declarationList.declarations]);
  const named = declarations.filter((node) => /^[A-Z_]+$/.test(nameOf(node)) && isNumber(node.initializer));
  return new Map(named.map((node) => [nameOf(node), { node, isOn: undefined }]));
}

function nameOf(node) {
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) ? node.name.text : "";
}

function isNumber(node) {
  if (node === undefined) return false;
  return ts.isNumericLiteral(node) || (ts.isBinaryExpression(node) && isNumber(node.left) && isNumber(node.right));
}

/** Not a name of something: `{ MOST: 1 }`, `limits.MOST`, `export { MOST }`. */
function isValue(parent, node) {
  return (
    !ts.isVariableDeclaration(parent) &&
    !ts.isPropertyAssignment(parent) &&
    !ts.isExportSpecifier(parent) &&
    !ts.isShorthandPropertyAssignment(parent) &&
    !(ts.isPropertyAccessExpression(parent) && parent.name === node)
  );
}

function shorten(words) {
  const line = words.replace(/\s+/g, " ");
  return line.length > 70 ? `${line.slice(0, 67)}…` : line;
}

/** The node's text with the changes of everything in it. */
function written(node, context) {
  // Types have no behaviour, and the words of an import are names.
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return node.getText();
  if (ts.isTypeAliasDeclaration(node)) return node.getText();
  // What a file says once and for all, as a table of limits, is data: it is read before any test begins.
  if (context.isRun) return changed(node, withChildren(node, context), context);
  return withChildren(node, { ...context, isRun: ts.isFunctionLike(node) || ts.isClassLike(node) });
}

/** The text of a node in which its children are written; what lies between them stays. */
function withChildren(node, context) {
  const start = ts.isSourceFile(node) ? 0 : node.getStart();
  let [text, at] = ["", start];
  ts.forEachChild(node, (child) => {
    if (child.getStart() < at) return;
    text += context.source.slice(at, child.getStart()) + written(child, context);
    at = child.getEnd();
  });
  return text + context.source.slice(at, node.getEnd());
}

function changed(node, inner, { add, limits }) {
  const limit = ts.isIdentifier(node) && isValue(node.parent, node) ? limits.get(node.text) : undefined;
  if (limit !== undefined)
    return `(${(limit.isOn ??= add(limit.node, node.text, `${node.text} + 1`))} ? ${node.text} + 1 : ${node.text})`;
  // A round of a loop counts, so that one without an end is found.
  if (isLoop(node.parent) && node === node.parent.statement) return `{ globalThis.__tick(); ${inner} }`;
  if (ts.isExpressionStatement(node) && isCall(node.expression))
    return `{ if (!${add(node, node.getText(), "")}) ${inner} }`;
  return othersOf(node).reduce((text, other) => `(${add(node, node.getText(), other)} ? ${other} : ${text})`, inner);
}

function isLoop(node) {
  return node !== undefined && ts.isIterationStatement(node, false);
}

function isCall(expression) {
  return (
    ts.isCallExpression(expression) || (ts.isAwaitExpression(expression) && ts.isCallExpression(expression.expression))
  );
}
