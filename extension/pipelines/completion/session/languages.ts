// In which languages completion is on: each has a switch, and `*` is that of all others.

export type Switches = Readonly<Record<string, boolean>>;

const OTHERS = "*";

/** What is not a switch is ignored. */
export function parseSwitches(raw: unknown): Switches {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return {};
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => typeof value === "boolean"));
}

export function isLanguageOn(switches: Switches, language: string): boolean {
  const own = Object.hasOwn(switches, language) ? switches[language] : undefined;
  return own ?? switches[OTHERS] ?? true;
}

/** With one language turned on or off. */
export function withLanguage(switches: Switches, language: string, isOn: boolean): Switches {
  return { ...switches, [language]: isOn };
}
