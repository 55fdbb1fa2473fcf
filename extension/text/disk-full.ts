// What a write that found no room says, in words that end a sentence.

export const DISK_FULL = "the disk is full; free some space and try again";
