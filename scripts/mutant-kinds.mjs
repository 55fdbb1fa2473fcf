// What may stand in the place of an expression: another operator, the other truth value, one more.
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
  "%": ["*"],
};

/** The texts that may stand in its place. */
export function othersOf(node) {
  const others = otherValues(node);
  if (!isCondition(node)) return others;
  return [...others.filter((_other, n) => !isOpposite(node, n)), ...conditionsOf(node)];
}

function otherValues(node) {
  if (ts.isBinaryExpression(node)) return otherOperations(node);
  if (isNegation(node)) return [node.operand.getText()];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ["false"];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ["true"];
  return ts.isNumericLiteral(node) && !isName(node) ? [`${node.getText()} + 1`] : [];
}

/** Of a condition both results are tried anyway: only a change of its limit is another one. */
function isOpposite(node, nth) {
  if (!ts.isBinaryExpression(node)) return isNegation(node);
  return nth === 1 || /^[!=]==$/.test(node.operatorToken.getText());
}

function otherOperations({ left, right, operatorToken }) {
  const others = OPERATORS[operatorToken.getText()] ?? [];
  // Words are joined with the same sign as numbers are added: taken apart they are no number.
  const meant = others.filter((other) => other !== "-" || !isText({ left, right }));
  return meant.map((other) => `(${left.getText()}) ${other} (${right.getText()})`);
}

/** `if (true)` and `if (false)`: tests that go both ways notice each. A loop for ever is noticed by everyone. */
function conditionsOf({ parent }) {
  return ts.isWhileStatement(parent) ? ["false"] : ["true", "false"];
}

function isCondition(node) {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

function isNegation(node) {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

/** The key of a property, which is no value. */
function isName(node) {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

function isText({ left, right }) {
  return [left, right].some(
    (side) =>
      ts.isStringLiteralLike(side) || ts.isTemplateExpression(side) || (ts.isBinaryExpression(side) && isText(side)),
  );
}
