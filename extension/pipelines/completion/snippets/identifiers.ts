// The names in a piece of code, as a set: what two pieces have in common is how near they are.

const NAME = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;

/** Words of many languages that say nothing about a subject. */
const COMMON = new Set(
  `abstract and async await bool boolean break case catch char class const continue def default defer del delete do double
  elif else end enum except export extends extern false final finally float fn for from func function goto if impl implements
  import in include int interface is lambda let long loop match mod module mut namespace new nil none not null number object
  of operator or override package pass private protected pub public raise readonly require return self short signed static
  string struct super switch template then this throw throws trait true try type typedef typeof undefined union unless
  unsigned until use using val var virtual void when where while with yield`.split(/\s+/),
);

export function identifiersIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [name] of text.matchAll(NAME)) if (!COMMON.has(name.toLowerCase())) names.add(name);
  return names;
}

/** Shared names of all names, from 0 to 1. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const name of one.size < other.size ? one : other) if (one.has(name) && other.has(name)) shared += 1;
  return shared / (one.size + other.size - shared);
}
