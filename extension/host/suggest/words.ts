// What Galley says in the list of suggestions.
import { counted } from "../../text/counted.ts";

// Behind the name of a suggestion
export const conversationDetail = (ago: string): string => `conversation, ${ago}`;
export const providerFailed = (reason: string): string => `could not list: ${reason}; select to try again`;

// Notes beside the preview of a suggestion
export const completeUri = "select it, then complete the URI";
export const empty = "empty";
export const unsaved = "unsaved";
export const binary = "not text; only name and size are sent";
export const tooLarge = "too large; only name and size are sent";
export const unreadable = "cannot be read";
export const entries = (count: number): string => counted(count, "entry");
