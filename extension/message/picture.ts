// How large a picture may be before a smaller copy goes in its place: what the providers take at most.

export const LONGEST_EDGE = 8000;

/** Providers count the base64. This is the least that one of them takes. */
export const MOST_ENCODED_BYTES = 5 * 1024 * 1024;

/** Of the picture itself: base64 has four characters for three bytes. */
export const MOST_PICTURE_BYTES = (MOST_ENCODED_BYTES / 4) * 3;
