// The page's script could not be loaded: says what to do, and keeps the text of the message over a reload.
import * as words from "./words.ts";

declare function acquireVsCodeApi(): { setState(state: unknown): void };

/** `input` is not given by a page without one. */
export function sayNotLoaded(input: HTMLTextAreaElement | undefined): void {
  const note = document.createElement("p");
  note.className = "first-note";
  note.role = "alert";
  note.textContent = input ? `${words.notLoaded} ${words.textStays}` : words.notLoaded;
  (document.querySelector(".first") ?? document.getElementById("galley"))?.prepend(note);
  if (input) keepText(input);
}

/** VS Code gives it to the page that is loaded next. */
function keepText(input: HTMLTextAreaElement): void {
  try {
    const api = acquireVsCodeApi();
    const keep = () => api.setState({ unsent: input.value });
    input.addEventListener("input", keep);
    keep();
  } catch {
    // The script was loaded, took the API and failed then: the text stays in the input only.
  }
}
