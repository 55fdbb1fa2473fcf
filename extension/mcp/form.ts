// Turns the schema of a server's question into the fields of a form, or says why it cannot be one.
import * as z from "zod/mini";
import type { FormField } from "../message/form.ts";
import { plainLine } from "./plain-text.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

const MOST_FIELDS = 30;
const MOST_OPTIONS = 100;

const Titled = z.array(z.object({ const: z.string(), title: z.optional(z.string()) }));

const Property = z.object({
  type: z.enum(["string", "number", "integer", "boolean", "array"]),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  format: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  enumNames: z.optional(z.array(z.string())),
  oneOf: z.optional(Titled),
  items: z.optional(z.object({ enum: z.optional(z.array(z.string())), anyOf: z.optional(Titled) })),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minItems: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  default: z.optional(z.unknown()),
});
type Property = z.infer<typeof Property>;

const Schema = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.optional(z.array(z.string())),
});

export type ReadForm = Result<FormField[], string>;

export function readForm(raw: unknown): ReadForm {
  const schema = Schema.safeParse(raw);
  if (!schema.success) return { ok: false, failure: words.formInvalid };
  const { properties, required = [] } = schema.data;
  const entries = Object.entries(properties);
  if (entries.length > MOST_FIELDS) return { ok: false, failure: words.formTooLong(MOST_FIELDS) };
  const fields: FormField[] = [];
  for (const [name, raw] of entries) {
    const property = Property.safeParse(raw);
    const isRequired = required.includes(name);
    const field = property.success ? toField(name, property.data, isRequired) : undefined;
    if (field !== undefined) fields.push(field);
    else if (isRequired) return { ok: false, failure: words.fieldUnsupported(plainLine(name, 60)) };
  }
  return { ok: true, value: fields };
}

function toField(name: string, property: Property, required: boolean): FormField | undefined {
  const { title = "", description = "", default: given } = property;
  const about = plainLine(description, 300);
  const label = plainLine(title === "" ? name : title, 100);
  const common = { name, label, required, ...(about !== "" && { description: about }) };
  const { minimum: min, maximum: max } = property;
  const bounds = (least?: number, most?: number) => ({
    ...(least !== undefined && { min: least }),
    ...(most !== undefined && { max: most }),
  });
  switch (property.type) {
    case "boolean":
      return { kind: "yes-no", ...common, ...(typeof given === "boolean" && { default: given }) };
    case "number":
    case "integer": {
      const preset = typeof given === "number" ? { default: given } : {};
      return { kind: "number", whole: property.type === "integer", ...common, ...bounds(min, max), ...preset };
    }
    case "string": {
      const options = optionsOf(property.enum, property.enumNames, property.oneOf);
      const preset = typeof given === "string" ? given : undefined;
      if (options !== undefined)
        return {
          kind: "choice",
          multiple: false,
          options,
          ...common,
          ...(preset !== undefined && { default: [preset] }),
        };
      const format = formatOf(property.format);
      return {
        kind: "text",
        ...common,
        ...bounds(property.minLength, property.maxLength),
        ...(format !== undefined && { format }),
        ...(preset !== undefined && { default: plainLine(preset, 1_000) }),
      };
    }
    case "array": {
      const options = optionsOf(property.items?.enum, undefined, property.items?.anyOf);
      if (options === undefined) return undefined;
      const preset = z.array(z.string()).safeParse(given);
      const least = bounds(property.minItems, property.maxItems);
      return {
        kind: "choice",
        multiple: true,
        options,
        ...common,
        ...least,
        ...(preset.success && { default: preset.data }),
      };
    }
    default:
      return property.type satisfies never;
  }
}

type Options = Extract<FormField, { kind: "choice" }>["options"];

function optionsOf(
  values: string[] | undefined,
  names: string[] | undefined,
  titled: z.infer<typeof Titled> | undefined,
): Options | undefined {
  const all =
    titled?.map(({ const: value, title }) => ({ value, label: title ?? value })) ??
    values?.map((value, index) => ({ value, label: names?.[index] ?? value }));
  return all?.slice(0, MOST_OPTIONS).map(({ value, label }) => ({ value, label: plainLine(label, 100) || value }));
}

function formatOf(format: string | undefined): Extract<FormField, { kind: "text" }>["format"] {
  return format === "email" || format === "uri" || format === "date" || format === "date-time" ? format : undefined;
}
