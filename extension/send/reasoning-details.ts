// OpenRouter's own form of reasoning, put together from its pieces: it returns as it came.

type Detail = Readonly<Record<string, unknown>>;

/** The fields that stream; all others stay as they came first. */
const GROWING = ["text", "summary", "data"];

/** More than any answer has; a server that sends more loses the rest. */
const MOST = 1000;

export class ReasoningDetails {
  readonly #all: Record<string, unknown>[] = [];

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  get all(): readonly Detail[] {
    return this.#all;
  }

  add(pieces: readonly Detail[]): void {
    for (const piece of pieces) {
      const open = this.#all.at(-1);
      if (open !== undefined && isSame(open, piece)) grow(open, piece);
      else if (this.#all.length < MOST) this.#all.push({ ...piece });
    }
  }
}

/** A piece goes on with the last detail if it has its kind, its place and no id of its own. */
function isSame(open: Detail, piece: Detail): boolean {
  const hasOtherId = typeof piece["id"] === "string" && piece["id"] !== open["id"];
  return open["type"] === piece["type"] && open["index"] === piece["index"] && !hasOtherId;
}

function grow(open: Record<string, unknown>, piece: Detail): void {
  for (const [name, value] of Object.entries(piece)) {
    const before = open[name];
    if (GROWING.includes(name) && typeof before === "string" && typeof value === "string") open[name] = before + value;
    else if (value !== undefined && value !== null) open[name] = value;
  }
}
