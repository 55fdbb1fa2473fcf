// Which files a search may read once its folder is allowed, without asking the user about each of them.
import { isDelicate } from "./rules/delicate.ts";
import { readNeed } from "./locate.ts";
import type { Place, Ports } from "./ports.ts";

export function searchable(folder: Place, judge: Ports["judge"], session_id: string): (file: Place) => boolean {
  const wasAsked = judge(readNeed(folder), session_id) === "ask";
  return (file) => {
    const need = readNeed(file);
    const action = judge(need, session_id);
    if (action !== "ask") return action === "allow";
    // The user was asked about the folder, and the answer covers its files, except those with secrets.
    return (wasAsked || !file.inside) && !isDelicate(need);
  };
}
