// Which attachments go as bytes in this request: what the wire and the model take, within the provider's limits.
import { imageSize } from "image-size";
import type { Context, MediaBlock } from "../assemble/context.ts";
import { acceptsMime, bareMime, type Model } from "../message/model.ts";
import { MOST_ENCODED_BYTES } from "../message/picture.ts";
import { type Pixels, pixelsOf } from "../text/pixels.ts";
import { nameOf, type Warning } from "./lowered.ts";
import * as words from "./words.ts";

export interface MediaLimits {
  takes: readonly string[];
  /** Of one, as base64. */
  each: number;
  /** Of all in a request, as base64. */
  total: number;
  count: number;
  /** The longest edge of a picture, in pixels. */
  edge: number;
  /** The longest edge once a request holds more than `few` pictures. */
  many?: { few: number; edge: number };
}

const MB = 1024 * 1024;
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** As the providers publish them, 2026-11. */
export const limits = {
  anthropic: {
    takes: [...PICTURES, "application/pdf"],
    each: MOST_ENCODED_BYTES,
    total: 30 * MB,
    count: 100,
    edge: 8000,
    many: { few: 20, edge: 2000 },
  },
  openaiResponses: {
    takes: [...PICTURES, "application/pdf"],
    each: 40 * MB,
    total: 48 * MB,
    count: 500,
    edge: 16_384,
  },
  openaiChat: {
    takes: [...PICTURES, "audio/wav", "audio/x-wav", "audio/mpeg", "audio/mp3"],
    each: 20 * MB,
    total: 48 * MB,
    count: 250,
    edge: 16_384,
  },
  gemini: {
    takes: [
      "image/png",
      "image/jpeg",
      "image/webp",
      "image/heic",
      "image/heif",
      "application/pdf",
      "audio/*",
      "video/*",
    ],
    each: 19 * MB,
    total: 19 * MB,
    count: 3000,
    edge: 16_384,
  },
  ollama: { takes: ["image/png", "image/jpeg", "image/webp"], each: 20 * MB, total: 60 * MB, count: 50, edge: 8000 },
  vscodeLm: { takes: PICTURES, each: MOST_ENCODED_BYTES, total: 20 * MB, count: 20, edge: 8000 },
} satisfies Record<string, MediaLimits>;

/** A PDF is limited only by the size of the request, on all wires that accept PDFs. */
const UNLIMITED_EACH = "application/pdf";

export interface Admitted {
  /** The bytes of each that goes, as base64. All others go as their text. */
  media: ReadonlyMap<MediaBlock, string>;
  warnings: Warning[];
}

/** Admits the latest first, so that the limits drop the oldest. */
export function admitMedia(context: Context, model: Model, limit: MediaLimits): Admitted {
  const media = new Map<MediaBlock, string>();
  const warnings: Warning[] = [];
  let total = 0;
  const blocks = context.messages.flatMap((message) => message.blocks).filter((block) => block.type === "media");
  const edge = limit.many !== undefined && blocks.length > limit.many.few ? limit.many.edge : limit.edge;
  for (const block of blocks.toReversed()) {
    const data = takes(limit, model, block) ? block.data() : "";
    const why = refusal(block, data, { ...limit, edge }, model) ?? crowd(data, media.size, total, limit);
    if (why !== undefined) warnings.unshift({ what: nameOf(block), why });
    else {
      media.set(block, data);
      total += data.length;
    }
  }
  return { media, warnings };
}

function takes(limit: MediaLimits, model: Model, { mime }: MediaBlock): boolean {
  return acceptsMime(model, mime) && acceptsMime({ accepts: [...limit.takes] }, mime);
}

function refusal(block: MediaBlock, data: string, limit: MediaLimits, model: Model): string | undefined {
  const { mime } = block;
  if (!acceptsMime(model, mime)) return words.modelRefuses(model.name ?? model.id, mime);
  if (!takes(limit, model, block)) return words.providerRefuses(mime);
  if (data === "") return words.noContent;
  if (bareMime(mime) !== UNLIMITED_EACH && data.length > limit.each) return words.tooLarge(inMb(limit.each));
  const pixels = mime.startsWith("image/") ? pixelsIn(block, data) : undefined;
  if (pixels !== undefined && Math.max(pixels.width, pixels.height) > limit.edge)
    return words.tooManyPixels(pixels.width, pixels.height, limit.edge);
  return undefined;
}

function crowd(data: string, count: number, total: number, limit: MediaLimits): string | undefined {
  if (count >= limit.count) return words.tooMany(limit.count);
  if (total + data.length > limit.total) return words.tooLargeInTotal(inMb(limit.total));
  return undefined;
}

/** `undefined` if the header does not say: then the provider decides. */
function pixelsIn(block: MediaBlock, data: string): Pixels | undefined {
  const known = sizes.get(block);
  if (known !== undefined) return known.pixels;
  const pixels = pixelsOf(data, imageSize, true);
  sizes.set(block, { pixels });
  return pixels;
}

/** The blocks of earlier messages are the same in every request. */
const sizes = new WeakMap<MediaBlock, { pixels: Pixels | undefined }>();

function inMb(characters: number): string {
  return `${Math.floor((characters * 3) / 4 / MB)} MB`;
}
