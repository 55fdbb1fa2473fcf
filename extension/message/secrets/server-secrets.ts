// The secrets in the configuration of a server: all values it is given, whatever their names. The names stay readable.
import { HIDDEN } from "./secrets.ts";

/** A value that a name does not call secret counts from this length on: shorter ones stand in other words. */
const LEAST = 8;

const SECRET_NAME = /key|token|secret|passw|pwd|pass$|credential|auth|cookie|session|signature|bearer|pin$/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A flag is a name: it says nothing of its value. */
const FLAG = /^(--[a-z][a-z-]{0,40}|-[A-Za-z])$/;
const FLAG_WITH_VALUE = /^(--?[A-Za-z][\w-]{0,40})=(.*)$/s;

/** Ways that servers are reached by: they hold no secret. */
const PLAIN_PATH = /^\/?((v\d+|api|mcp|sse)\/?)*$/i;

/** The secret values of a record. `places`: folders that are not secret. */
export function valuesOf(record: Readonly<Record<string, string>>, places: readonly string[] = []): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (!SECRET_NAME.test(name) && (value.length < LEAST || isPlace(value, places))) return [];
    // In "Bearer abc", the part after the scheme is also a secret.
    return [value, ...(/^[A-Za-z]+ (\S.*)$/s.exec(value)?.slice(1) ?? [])];
  });
}

/** A folder above or below one that is known: paths are all over a log. */
function isPlace(value: string, places: readonly string[]): boolean {
  if (!/^([A-Za-z]:)?[\\/]/.test(value)) return false;
  return places.some((place) => place.startsWith(value) || value.startsWith(place));
}

export function argumentValues(args: readonly string[], places: readonly string[] = []): string[] {
  return args.flatMap((argument, at) => {
    if (FLAG.test(argument)) return [];
    const [, name = args[at - 1] ?? "", value = argument] = FLAG_WITH_VALUE.exec(argument) ?? [];
    return [...valuesOf({ [name]: value }, places), ...addressValues(value)];
  });
}

/** User, password, values of the query and long parts of the path. */
export function addressValues(address: string): string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || !URL.canParse(address)) return [];
  const { username, password, searchParams, pathname, hash } = new URL(address);
  const parts = pathname.split("/").filter((part) => part.length >= 16);
  const queries = [...searchParams].filter(([name, value]) => SECRET_NAME.test(name) || value.length >= LEAST);
  const given = [username, password, ...queries.map(([, value]) => value), ...parts, hash.slice(1)];
  return given.flatMap((value) => (value === "" ? [] : [value, decoded(value)]));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A stray percent sign stands for itself.
    return value;
  }
}

export function hiddenArguments(args: readonly string[]): string[] {
  return args.map((argument) => {
    if (FLAG.test(argument)) return argument;
    const [, name] = FLAG_WITH_VALUE.exec(argument) ?? [];
    return name === undefined ? HIDDEN : `${name}=${HIDDEN}`;
  });
}

/** The host stays, and the names in the query. */
export function hiddenAddress(address: string): string {
  if (!URL.canParse(address)) return HIDDEN;
  const { protocol, host, username, password, pathname, searchParams, hash } = new URL(address);
  if (host === "") return `${protocol}${HIDDEN}`;
  const user = username === "" && password === "" ? "" : `${HIDDEN}@`;
  const path = PLAIN_PATH.test(pathname) ? pathname : `/${HIDDEN}`;
  const names = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${HIDDEN}`);
  return `${protocol}//${user}${host}${path}${names.length === 0 ? "" : `?${names.join("&")}`}${hash === "" ? "" : `#${HIDDEN}`}`;
}
