// What kind of file bytes are: text, a picture that models can see, a PDF, or something else; and how large.

/** The kind is found in the first bytes. */
export const HEAD_BYTES = 8192;

export type FileKind = { type: "text" } | { type: "picture"; mime: string } | { type: "pdf" } | { type: "other" };

const PICTURES: readonly [mime: string, starts: RegExp][] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF....WEBP/s],
];

export function kindOf(bytes: Uint8Array): FileKind {
  const head = bytes.subarray(0, HEAD_BYTES);
  const start = Buffer.from(head.subarray(0, 16)).toString("latin1");
  const picture = PICTURES.find(([, starts]) => starts.test(start));
  if (picture !== undefined) return { type: "picture", mime: picture[0] };
  if (start.startsWith("%PDF-")) return { type: "pdf" };
  return { type: head.includes(0) ? "other" : "text" };
}

export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
