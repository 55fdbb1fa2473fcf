// What every wire returns: the request, and what could not go as it was.
import type { Block } from "../assemble/context.ts";

export interface Warning {
  /** The part it is about, as the manifest names it. */
  what: string;
  why: string;
}

export interface Lowered<Request> {
  request: Request;
  warnings: Warning[];
}

export function nameOf({ type, origin }: Block): string {
  const kind = origin.kind === "" ? type : origin.kind;
  return origin.name === "" ? kind : `${kind} ${origin.name}`;
}
