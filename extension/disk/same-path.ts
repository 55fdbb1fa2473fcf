// Whether two paths are one place, as the platform takes them: drive letters, case, and how accents are composed.
import { posix, win32 } from "node:path";

/** Equal for all spellings of one path. Links are not resolved: give real paths. */
export function pathKey(path: string, platform: NodeJS.Platform = process.platform): string {
  switch (platform) {
    case "win32":
      return folded(win32.normalize(plainPrefix(path)).replace(/(?<=[^:\\])\\+$/, ""));
    case "darwin":
      // Volumes are case-insensitive unless they were made otherwise; accents are composed or not, as a program wrote them.
      return folded(
        posix
          .normalize(path)
          .normalize("NFC")
          .replace(/(?<=.)\/+$/, ""),
        // Some capital letters have no composed form, but their small ones have.
      ).normalize("NFC");
    default:
      return posix.normalize(path).replace(/(?<=.)\/+$/, "");
  }
}

/** `\\?\C:\a` is `C:\a`, `\\?\UNC\server\a` is `\\server\a`. */
function plainPrefix(path: string): string {
  const backed = path.replaceAll("/", "\\");
  const [, isShare, rest] = /^\\\\[?.]\\(UNC\\)?(.*)$/is.exec(backed) ?? [];
  if (rest === undefined) return backed;
  return isShare === undefined ? rest : `\\\\${rest}`;
}

/** Sign by sign, and only where one sign stays one: no two names of different length become the same. */
function folded(text: string): string {
  let key = "";
  for (const sign of text) {
    const lower = sign.toLowerCase();
    key += lower.length === sign.length ? lower : sign;
  }
  return key;
}
