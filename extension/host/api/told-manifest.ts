// The account of a request as other extensions get it: of bounded length, and without the values that logs hide.
import type { Manifest } from "../../message/manifest.ts";

const MOST_ENTRIES = 200;
const MOST_CHARACTERS = 500;

export function toldManifest(manifest: Manifest, hide: (text: string) => string): Manifest {
  const { layers, pinned, task, elided, dropped, sent_pins } = manifest;
  const lists = {
    layers: cut(layers),
    pinned: cut(pinned),
    task: cut(task),
    elided: cut(elided),
    dropped: cut(dropped),
    ...(sent_pins !== undefined && { sent_pins: cut(sent_pins) }),
  };
  return mapTexts({ ...manifest, ...lists }, (text) => shortened(hide(text)));
}

/** The earliest: an entry that is missing here stands in the stored account. */
function cut<Entry>(entries: readonly Entry[]): Entry[] {
  return entries.slice(0, MOST_ENTRIES);
}

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…` : text;
}

/** A copy of plain data with every text in it replaced. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  // The reviver gives every value back in its own type.
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === "string" ? change(inner) : inner,
  ) as Value;
}
