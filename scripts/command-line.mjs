// How the scripts start what is a program on Linux and macOS, and a batch file on Windows, where only a shell can run it.

/** What `spawn` takes: on Windows one line for its shell, in which a path with blanks stays one word. */
export function commandLine(program, args, platform = process.platform) {
  if (platform !== "win32") return { command: program, args, shell: false };
  return { command: [program, ...args].map(word).join(" "), args: [], shell: true };
}

/** The program that shows an address in the user's browser. `start` of Windows is none: its shell would cut the address at `&`. */
export function browserCommand(url, platform = process.platform) {
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return [platform === "darwin" ? "open" : "xdg-open", url];
}

/** A backslash before the closing quote would take the quote into the word. */
function word(text) {
  return /^[\w@:./\\=-]+$/.test(text) ? text : `"${text.replace(/\\+$/, "$&$&")}"`;
}
