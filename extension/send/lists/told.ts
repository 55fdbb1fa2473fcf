// Fields and entries of a list as servers really send them: what has another shape counts as not told.
import * as z from "zod/mini";

/** `undefined` for a value of another shape, so that an odd field does not cost the entry. */
export function told<T extends z.core.$ZodType>(shape: T): z.ZodMiniCatch<z.ZodMiniOptional<T>> {
  return z.catch(z.optional(shape), undefined);
}

export const Id = z.string().check(z.minLength(1), z.maxLength(500));
export const Name = told(z.string().check(z.minLength(1), z.maxLength(200)));
export const Tokens = told(z.int().check(z.gte(1)));
export const Flag = told(z.boolean());
/** Of words; other items do no harm. */
export const Words = told(z.array(z.unknown()));

/** The list of an answer. Go servers write an empty one as `null`. */
export const Entries = z.pipe(
  z.nullable(z.array(z.unknown())),
  z.transform((entries) => entries ?? []),
);

/** More models than any server has. The time to read a list grows with its entries. */
export const MOST_ENTRIES = 5_000;

/** The entries that have the shape. */
export function readEntries<T>(shape: z.ZodMiniType<T>, entries: readonly unknown[]): T[] {
  return entries.slice(0, MOST_ENTRIES).flatMap((one) => {
    const entry = shape.safeParse(one);
    return entry.success ? [entry.data] : [];
  });
}
