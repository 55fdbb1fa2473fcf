// A resource template the user fills by typing its URL: which variable comes next, and the URL each value gives.

interface Variable {
  name: string;
  /** `{+name}`: slashes and other reserved characters are not encoded. */
  reserved: boolean;
}

type Step = { literal: string } | { variable: Variable };

export interface Template {
  /** The text before the first variable; never empty. */
  prefix: string;
  steps: readonly Step[];
}

/** `undefined` for templates that cannot be typed: with operators, or with a variable at the start. */
export function parseUriTemplate(pattern: string): Template | undefined {
  const pieces = pattern.split(/(\{[^{}]*\})/);
  const steps: Step[] = [];
  for (const piece of pieces) {
    const found = /^\{(?<plus>\+?)(?<name>[A-Za-z_][\w.]*)\}$/.exec(piece)?.groups;
    if (found !== undefined) steps.push({ variable: { name: found["name"] ?? "", reserved: found["plus"] === "+" } });
    else if (/[{}]/.test(piece)) return undefined;
    else if (piece !== "") steps.push({ literal: piece });
  }
  const [first] = steps;
  return first !== undefined && "literal" in first ? { prefix: first.literal, steps } : undefined;
}

export interface Filling {
  /** The typed text before the current value. */
  before: string;
  variable: Variable;
  /** The current value so far. */
  value: string;
  /** The earlier values, by variable. */
  others: Record<string, string>;
  /** The steps after the current variable. */
  rest: readonly Step[];
}

/** `undefined` if the typed text does not match the template. */
export function fillingOf({ steps }: Template, typed: string): Filling | undefined {
  const others: Record<string, string> = {};
  let at = 0;
  for (const [index, step] of steps.entries()) {
    if ("literal" in step) {
      if (!typed.startsWith(step.literal, at)) return undefined;
      at += step.literal.length;
      continue;
    }
    const rest = steps.slice(index + 1);
    const [next] = rest;
    const end = next !== undefined && "literal" in next ? typed.indexOf(next.literal, at) : -1;
    if (end < 0)
      return { before: typed.slice(0, at), variable: step.variable, value: decoded(typed.slice(at)), others, rest };
    others[step.variable.name] = decoded(typed.slice(at, end));
    at = end;
  }
  return undefined;
}

/** The URI with this value; `isWhole` if no variable is left. */
export function filledWith({ before, variable, rest }: Filling, value: string): { uri: string; isWhole: boolean } {
  let uri = before + encoded(value, variable.reserved);
  for (const step of rest) {
    if ("variable" in step) return { uri, isWhole: false };
    uri += step.literal;
  }
  return { uri, isWhole: true };
}

function encoded(value: string, reserved: boolean): string {
  const kept = reserved ? /[^\w.~!$&'()*+,;=:@%/?#[\]-]/gu : /[^\w.~!$&'()*+,;=:@%-]/gu;
  return value.replace(kept, (sign) => encodeURIComponent(sign));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A stray percent sign stands for itself.
    return value;
  }
}
