// What every wire returns: the request, and what could not go as it was.

export interface Warning {
  /** The part it is about, as the manifest names it. */
  what: string;
  why: string;
}

export interface Lowered<Request> {
  request: Request;
  warnings: Warning[];
}
