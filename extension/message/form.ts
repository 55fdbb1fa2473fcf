// A form for the user to fill in: its fields, their allowed values, and the problems of the values entered.
import * as z from "zod/mini";
import * as words from "./words.ts";

const Common = {
  name: z.string(),
  label: z.string(),
  description: z.optional(z.string()),
  required: z.boolean(),
};

export const FormField = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("text"),
    ...Common,
    format: z.optional(z.enum(["email", "uri", "date", "date-time"])),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    default: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal("number"),
    ...Common,
    whole: z.boolean(),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    default: z.optional(z.number()),
  }),
  z.object({ kind: z.literal("yes-no"), ...Common, default: z.optional(z.boolean()) }),
  z.object({
    kind: z.literal("choice"),
    ...Common,
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    multiple: z.boolean(),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    default: z.optional(z.array(z.string())),
  }),
]);
export type FormField = z.infer<typeof FormField>;

const FormValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type FormValue = z.infer<typeof FormValue>;

/** By field name, without the fields that have no value. */
export const FormValues = z.record(z.string(), FormValue);
export type FormValues = z.infer<typeof FormValues>;

/** The first problem of a value, to be shown after the field's name; `undefined` if the value is valid. */
export function problemOf(field: FormField, value: FormValue | undefined): string | undefined {
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return field.required ? words.required : undefined;
  switch (field.kind) {
    case "text":
      return typeof value === "string" ? textProblem(field, value) : words.mustBeText;
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return words.mustBeNumber;
      if (field.whole && !Number.isInteger(value)) return words.mustBeWhole;
      return boundProblem(field, value);
    case "yes-no":
      return typeof value === "boolean" ? undefined : words.mustBeYesOrNo;
    case "choice":
      return choiceProblem(field, value);
    default:
      return field satisfies never;
  }
}

const formats: Readonly<Record<NonNullable<Extract<FormField, { kind: "text" }>["format"]>, [RegExp, string]>> = {
  email: [/^[^\s@]+@[^\s@]+$/, words.mustBeEmail],
  uri: [/^[a-z][a-z0-9+.-]*:\S+$/i, words.mustBeUrl],
  date: [/^\d{4}-\d{2}-\d{2}$/, words.mustBeDate],
  "date-time": [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, words.mustBeTime],
};

function textProblem(field: Extract<FormField, { kind: "text" }>, value: string): string | undefined {
  const [pattern, problem] = field.format === undefined ? [/^/, ""] : formats[field.format];
  return pattern.test(value) ? boundProblem(field, Array.from(value).length, "characters") : problem;
}

function choiceProblem(field: Extract<FormField, { kind: "choice" }>, value: FormValue): string | undefined {
  const chosen = Array.isArray(value) ? value : [value];
  const isKnown = chosen.every((one) => field.options.some((option) => option.value === one));
  if (!isKnown || Array.isArray(value) !== field.multiple) return words.mustBeOption;
  return field.multiple ? boundProblem(field, chosen.length, "choices") : undefined;
}

function boundProblem(
  { min = -Infinity, max = Infinity }: { min?: number | undefined; max?: number | undefined },
  amount: number,
  unit?: "characters" | "choices",
): string | undefined {
  if (amount < min) return words.atLeast(min, unit);
  return amount > max ? words.atMost(max, unit) : undefined;
}
