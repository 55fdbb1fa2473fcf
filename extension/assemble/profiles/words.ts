// What Galley says about a profile that cannot be used.

// The file
export const invalidToml = "invalid TOML";
export const invalidContent = "invalid content";
export const unknownField = (field: string, valid: readonly string[]): string =>
  `unknown field ${field}; valid fields: ${valid.join(", ")}`;
export const invalidField = (path: readonly string[], reason: string): string => `${path.join(".")} ${reason}`;
export const reservedField = (field: string): string => `body.${field} is reserved for the conversation`;

// Profiles that extend others
export const incompleteModel = (has: string, lacks: string): string => `${has} also requires ${lacks}`;
export const circular = (names: readonly string[]): string => `circular extends: ${names.join(" → ")}`;
export const unknownParent = (name: string): string => `extends unknown profile ${name}`;

// Templates in a profile
export const templateFailed = (path: readonly string[], reason: string): string => `${path.join(".")}: ${reason}`;
export const notRendered = "the template was not rendered";
export const templateNotJson = (made: string): string =>
  `the template produced ${made}, which is not JSON; use the json filter to write a value as JSON`;
export const textNotJson = (made: string): string =>
  `the template produced ${made}, which is not JSON; write text as '${JSON.stringify(made)}'`;
