// A JSON value as indented text that reads like YAML: for models and people, not for parsers.

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export function toYamlLike(value: JsonValue, indent = ""): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : value.map((item) => `${indent}- ${nested(item, `${indent}  `)}`).join("\n");
  }
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value);
    if (entries.length === 0) return "{}";
    return entries.map(([key, item]) => `${indent}${key}:${after(item, `${indent}  `)}`).join("\n");
  }
  return scalar(value, indent);
}

/** What stands behind `key:`: a scalar on the line, a list or mapping below it. */
function after(value: JsonValue, indent: string): string {
  return isBranch(value) ? `\n${toYamlLike(value, indent)}` : ` ${toYamlLike(value, indent)}`;
}

/** What stands behind `- `: its first line is on that line, so it loses its indent. */
function nested(value: JsonValue, indent: string): string {
  return isBranch(value) ? toYamlLike(value, indent).slice(indent.length) : toYamlLike(value, indent);
}

function isBranch(value: JsonValue): boolean {
  return value !== null && typeof value === "object" && Object.keys(value).length > 0;
}

function scalar(value: string | number | boolean | null, indent: string): string {
  if (typeof value !== "string" || !value.includes("\n")) return String(value);
  return `|\n${value
    .split("\n")
    .map((line) => indent + line)
    .join("\n")}`;
}
