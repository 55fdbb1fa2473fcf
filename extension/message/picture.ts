// How large a picture may be before a smaller copy goes in its place: what the providers take at most.

export const LONGEST_EDGE = 8000;
export const MOST_PICTURE_BYTES = 5 * 1024 * 1024;
