// Copies text to the clipboard, and says in the input's line whether it worked.
import * as words from "./words.ts";

export function copyText(text: string, told: { acknowledge: (said: string) => void }): void {
  void navigator.clipboard.writeText(text).then(
    () => told.acknowledge(words.copied),
    () => told.acknowledge(words.notCopied),
  );
}
