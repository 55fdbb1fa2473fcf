// What a picture costs, by the formula each provider publishes.
import type { Pixels } from "../../text/pixels.ts";

export function imageTokens(provider: string, pixels: Pixels): number {
  if (provider === "openai" || provider.startsWith("openai-")) return byTilesOf512(pixels);
  if (provider === "gemini") return byTilesOf768(pixels);
  return byArea(pixels);
}

/** At most 1568 pixels long and about 1.15 million in all; a token for every 750. */
function byArea({ width, height }: Pixels): number {
  const scale = Math.min(1, 1568 / Math.max(width, height), Math.sqrt(1_150_000 / (width * height)));
  return Math.ceil((width * scale * (height * scale)) / 750);
}

/** Into a square of 2048, then the short side to 768; 170 for each tile, 85 for the whole. */
function byTilesOf512({ width, height }: Pixels): number {
  const fit = Math.min(1, 2048 / Math.max(width, height));
  const scale = fit * Math.min(1, 768 / (Math.min(width, height) * fit));
  return 85 + 170 * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
}

/** Small ones cost one tile. */
function byTilesOf768({ width, height }: Pixels): number {
  if (width <= 384 && height <= 384) return 258;
  return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
}
