// Small changes to a TypeScript file, each of which should make a test fail.
import ts from "typescript";

/** For each operator, what stands in its place. */
const OPERATORS = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
};

/** Each as `{ line, from, to, text, what }`: the positions that `text` replaces, and words for the list. */
export function mutantsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const replace = (node, text) => {
    const [from, to] = [node.getStart(file), node.getEnd()];
    const line = file.getLineAndCharacterOfPosition(from).line + 1;
    const shorten = (words) => (words.length > 60 ? `${words.slice(0, 57)}…` : words).replace(/\s+/g, " ");
    found.push({ line, from, to, text, what: `${shorten(source.slice(from, to))} → ${shorten(text) || "nothing"}` });
  };
  const visit = (node) => {
    // Types have no behaviour, and the words of an import are names.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node)) return;
    change(node, replace);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function change(node, replace) {
  if (ts.isBinaryExpression(node))
    for (const other of OPERATORS[node.operatorToken.getText()] ?? []) {
      // Words are joined with the same sign as numbers are added: taken apart they are no number.
      if (other === "-" && isText(node)) continue;
      replace(node.operatorToken, other);
    }
  else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    replace(node, node.operand.getText());
  else if (ts.isIfStatement(node)) replaceCondition(node.expression, replace);
  else if (ts.isConditionalExpression(node)) replaceCondition(node.condition, replace);
  else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "false");
  else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "true");
  else if (ts.isNumericLiteral(node) && !isOne(node)) replace(node, `${node.getText()} + 1`);
  else if (ts.isExpressionStatement(node) && isCall(node.expression)) replace(node, ";");
}

/** `if (true)` and `if (false)`: a test that reaches both ways notices each. */
function replaceCondition(condition, replace) {
  // The flow of types depends on the code, not on its result: these are run, not checked.
  replace(condition, "true");
  replace(condition, "false");
}

function isText({ left, right }) {
  return [left, right].some(
    (side) =>
      ts.isStringLiteralLike(side) || ts.isTemplateExpression(side) || (ts.isBinaryExpression(side) && isText(side)),
  );
}

/** An index or a step of one is found by every test that goes through it, or it is `0`, where one more is another place. */
function isOne(node) {
  return node.getText() === "1" && ts.isElementAccessExpression(node.parent);
}

function isCall(expression) {
  return (
    ts.isCallExpression(expression) || (ts.isAwaitExpression(expression) && ts.isCallExpression(expression.expression))
  );
}
