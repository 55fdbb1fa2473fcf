// The result of a tool call as an outcome: text as it is, one picture, and a note for everything else.
import * as z from "zod/mini";
import { kindOf, sizeWords } from "../tools/reading/file-kind.ts";
import type { Outcome } from "../tools/tool.ts";
import { type Held, Piece, restOf } from "./piece.ts";
import { plainLine } from "./plain-text.ts";
import * as words from "./words.ts";

const Result = z.object({
  content: z.optional(z.array(z.unknown())),
  structuredContent: z.optional(z.unknown()),
  isError: z.optional(z.boolean()),
});

type Media = NonNullable<Extract<Outcome, { ok: true }>["media"]>;

/** Further pieces are omitted, with a note. */
const MOST_PIECES = 1_000;

export function toOutcome(raw: unknown, tool: string): Outcome {
  const result = Result.safeParse(raw);
  if (!result.success) return { ok: false, output: words.resultInvalid(tool) };
  const { content = [], structuredContent, isError = false } = result.data;
  const reading = new Reading(tool);
  for (const piece of content.slice(0, MOST_PIECES)) reading.add(piece);
  const rest = restOf(content.length, MOST_PIECES);
  if (rest !== undefined) reading.say(rest);
  // Servers repeat structured content as text, so it matters only without text.
  if (reading.isEmpty && structuredContent !== undefined) reading.say(JSON.stringify(structuredContent, null, 2));
  const output = reading.isEmpty ? words.noOutput(tool) : reading.text;
  if (isError) return { ok: false, output };
  return { ok: true, output, ...(reading.media !== undefined && { media: reading.media }) };
}

class Reading {
  readonly #tool: string;
  readonly #pieces: string[] = [];
  /** The first picture: an outcome has at most one. */
  media: Media | undefined;

  constructor(tool: string) {
    this.#tool = tool;
  }

  get text(): string {
    return this.#pieces.join("\n");
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  say(text: string): void {
    this.#pieces.push(text);
  }

  add(raw: unknown): void {
    const piece = Piece.safeParse(raw);
    if (piece.success) this.#read(piece.data);
    else this.say(words.unreadable);
  }

  #read(piece: Piece): void {
    switch (piece.type) {
      case "text":
        this.say(piece.text);
        return;
      case "image":
        this.#bytes(piece.data, words.aPicture, piece.mimeType);
        return;
      case "audio":
        this.#bytes(piece.data, words.aSound, piece.mimeType);
        return;
      case "resource":
        this.#resource(piece.resource);
        return;
      case "resource_link":
        this.say(linkWords(piece));
        return;
      default:
        piece satisfies never;
    }
  }

  #resource({ uri, mimeType, text, blob }: Held): void {
    const name = plainLine(uri, 500);
    if (text !== undefined) this.say(`${words.resource(name)}\n${text}`);
    else if (blob !== undefined) this.#bytes(blob, name, mimeType);
    else this.say(words.resource(name));
  }

  /** The bytes decide whether it is a picture, not the server. */
  #bytes(data: string, name: string, mime = "application/octet-stream"): void {
    const bytes = Buffer.from(data, "base64");
    const kind = kindOf(bytes);
    const isShown = kind.type === "picture" && this.media === undefined;
    if (isShown) this.media = { name: words.pictureOf(this.#tool), mime: kind.mime, bytes };
    this.say(words.bytes(name, plainLine(mime, 60), sizeWords(bytes.length), isShown));
  }
}

function linkWords({ uri, name = "", description = "" }: Extract<Piece, { type: "resource_link" }>): string {
  const about = plainLine([name, description].filter((text) => text !== "").join(": "), 300);
  return words.resource(plainLine(uri, 500), about);
}
