// Tool calls put together from the pieces in which servers that speak Chat Completions stream them.
import * as z from "zod/mini";
import { JsonEnd } from "../../stream/json-end.ts";
import { CallIds } from "./call-ids.ts";
import { parseArguments } from "./arguments.ts";
import type { Said } from "../event.ts";

const Text = z.catch(z.nullish(z.string()), undefined);

/** Some servers write that there is no id. */
const NO_IDS = new Set(["", "null", "None", "undefined"]);

/** Nothing of it can be relied on: each field may be missing, null, empty, late, or of another kind. */
export const CallPiece = z.object({
  index: z.catch(z.nullish(z.int()), undefined),
  id: Text,
  function: z.catch(
    z.nullish(
      z.object({ name: Text, arguments: z.catch(z.nullish(z.union([z.string(), z.looseObject({})])), undefined) }),
    ),
    undefined,
  ),
  /** What must return with the call: Gemini's signature. */
  extra_content: z.optional(z.unknown()),
});
type CallPiece = z.infer<typeof CallPiece>;

interface Call {
  id: string;
  /** The server has given it, and not Galley. */
  hasOwnId: boolean;
  index: number | undefined;
  name: string;
  json: string;
  /** Of its arguments: what follows with a name begins another call. */
  end: JsonEnd;
  extra?: unknown;
}

export class CallPieces {
  readonly #calls: Call[] = [];
  readonly #ids = new CallIds();
  readonly #prefix: string;

  /** `prefix` makes the ids of calls that come without one differ from those of other answers. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get size(): number {
    return this.#calls.length;
  }

  take(given: CallPiece): Said {
    const piece = { ...given, id: NO_IDS.has(given.id ?? "") ? undefined : given.id };
    const open = this.#find(piece);
    const call = open ?? this.#begin(piece);
    const json = textOf(piece.function?.arguments);
    this.#grow(call, piece, open !== undefined);
    call.json += json;
    call.end.add(json);
    return { type: "tool-call-delta", id: call.id, name: call.name, json };
  }

  *close(): Generator<Said> {
    for (const { id, name, json, extra } of this.#calls)
      yield { type: "tool-call", id, name, input: parseArguments(json), ...(extra !== undefined && { extra }) };
  }

  /** The call that the piece goes on with. Of a piece that says neither which nor what, the last. */
  #find(piece: CallPiece): Call | undefined {
    const { index, id } = piece;
    const begins = (piece.function?.name ?? "") !== "";
    const atIndex = this.#calls.findLast((call) => index === undefined || index === null || call.index === index);
    if (id === undefined || id === null || id === "") {
      if (atIndex === undefined) return begins ? undefined : this.#calls.at(-1);
      return begins && atIndex.end.isReached ? undefined : atIndex;
    }
    if (atIndex !== undefined && !atIndex.hasOwnId && !(begins && atIndex.end.isReached)) return atIndex;
    const same = this.#calls.findLast((call) => call.hasOwnId && call.id === id);
    // A piece without a name that comes before the arguments have ended belongs to them, whatever id it has.
    if (same === undefined) return begins || atIndex?.end.isReached !== false ? undefined : atIndex;
    // Some servers give parallel calls one id: another index and a name of its own is another call.
    const isOther = index !== undefined && index !== null && same.index !== index;
    return begins && (isOther || same.end.isReached) ? undefined : same;
  }

  #begin({ id, index }: CallPiece): Call {
    const own = this.#ids.next(id, this.#prefix);
    const call: Call = {
      id: own,
      hasOwnId: own === id,
      index: index ?? undefined,
      name: "",
      json: "",
      end: new JsonEnd(),
    };
    this.#calls.push(call);
    return call;
  }

  /** A name may come late, again with each piece, or in pieces. The id that was told first stays. */
  #grow(call: Call, piece: CallPiece, isOpen: boolean): void {
    const name = piece.function?.name ?? "";
    call.index ??= piece.index ?? undefined;
    if (call.name === "") call.name = name;
    else if (isOpen && name !== call.name && call.json === "") call.name += name;
    if (piece.extra_content !== undefined && piece.extra_content !== null) call.extra = piece.extra_content;
  }
}

function textOf(given: string | Record<string, unknown> | null | undefined): string {
  return typeof given === "string" ? given : given ? JSON.stringify(given) : "";
}
