// About what an attachment costs as bytes, before the provider says: generous where only the size is known.

/** A picture is cut to about this many pixels before it is read; the providers' formulas agree within a third. */
const MOST_PIXELS = 1_150_000;
const PIXELS_PER_TOKEN = 750;
/** A page is its text and its picture. */
const TOKENS_PER_PAGE = 2_000;
const BYTES_PER_PAGE = 50_000;
/** 32 tokens for each second of sound at 128 kbit/s, 300 for each second of film at 2 Mbit/s. */
const BYTES_PER_AUDIO_TOKEN = 500;
const BYTES_PER_VIDEO_TOKEN = 833;

export function mediaTokens(mime: string, size: number, pixels?: { width: number; height: number }): number {
  if (mime.startsWith("image/")) {
    const area = pixels === undefined ? MOST_PIXELS : Math.min(MOST_PIXELS, pixels.width * pixels.height);
    return Math.ceil(area / PIXELS_PER_TOKEN);
  }
  if (mime === "application/pdf") return Math.ceil(size / BYTES_PER_PAGE) * TOKENS_PER_PAGE;
  return Math.ceil(size / (mime.startsWith("audio/") ? BYTES_PER_AUDIO_TOKEN : BYTES_PER_VIDEO_TOKEN));
}
