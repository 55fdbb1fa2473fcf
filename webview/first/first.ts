// Runs inline in every page: shows an input that takes keys at once, and loads the page's script behind it.
import * as words from "../components/compositor/words.ts";
import * as editorWords from "../editor/words.ts";
import { addSelectionKey, isSelectAllKey } from "../keys.ts";
import type { Written } from "./early-page.ts";
import { Holding } from "./holding.ts";
import { sayNotLoaded } from "./not-loaded.ts";

const { view, enter } = document.body.dataset;
const { main } = document.currentScript?.dataset ?? {};
const input = view === "inspector" || view === "try" ? undefined : drawInput();
let sent: string | undefined;
let isComposing = false;
let isBroken = false;
const holding = input && new Holding(input);

const messages: unknown[] = [];
const keep = (event: MessageEvent<unknown>) => void messages.push(event.data);
window.addEventListener("message", keep);

globalThis.earlyPage = {
  handOver: (start) => {
    const end = () => {
      if (isComposing) return;
      input?.removeEventListener("compositionend", endSoon);
      window.removeEventListener("message", keep);
      window.removeEventListener("focus", takeFocus);
      holding?.stop();
      const held = holding?.held ?? { uris: [], files: [], folders: [] };
      start({ written: input && written(input), held, messages });
    };
    // The text of the composition is in the input only after its last event.
    const endSoon = () => setTimeout(end);
    input?.addEventListener("compositionend", endSoon);
    end();
  },
};

// VS Code gets the keys too. Until it notices that this page has the focus, it would focus the text editor and select
// everything there, and the next letter would replace it.
document.addEventListener("keydown", (event) => {
  if (isSelectAllKey(event)) event.stopPropagation();
});
window.addEventListener("focus", takeFocus);
if (document.hasFocus()) takeFocus();
// Not a script element: VS Code shows a page only when all of those are loaded.
if (main !== undefined) import(main).catch(fail);
// The second frame begins after the first one, with the input, is painted.
if (input) requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("galley:usable")));

function takeFocus(): void {
  if (document.activeElement === document.body) input?.focus();
}

/** Has the measures of the real composer, so that nothing moves when that takes over. */
function drawInput(): HTMLTextAreaElement {
  const area = document.createElement("textarea");
  area.className = "first-input";
  area.ariaLabel = editorWords.message;
  area.placeholder = words.placeholder(addSelectionKey);
  area.addEventListener("compositionstart", () => (isComposing = true));
  area.addEventListener("compositionend", () => (isComposing = false));
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing && sends(event)) send(area, event);
  });
  const composer = document.createElement("div");
  composer.className = "first-composer";
  composer.append(area);
  const title = document.createElement("h1");
  title.className = "unseen";
  title.textContent = document.title;
  // The page of a sidecar has a `main` already.
  const panel = document.createElement(view === "sidecar" ? "div" : "main");
  panel.className = "first";
  panel.append(title, composer);
  document.getElementById("galley")?.append(panel);
  return area;
}

function sends({ shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !shiftKey && (enter === "sends" || ctrlKey || metaKey);
}

/** Nothing else will come: the text stays where it is. Thrown again, so that the console has the reason. */
function fail(error: unknown): void {
  isBroken = true;
  if (input && sent !== undefined) input.value = `${sent}\n${input.value}`.trim();
  sent = undefined;
  sayNotLoaded(input);
  throw error;
}

/** The real composer sends it, unless files are still to be added to it. What is typed from now on is the next message. */
function send(area: HTMLTextAreaElement, event: KeyboardEvent): void {
  event.preventDefault();
  // VS Code would run its command for the key as well.
  event.stopPropagation();
  if (isBroken || holding?.isHolding === true || sent !== undefined || area.value.trim() === "") return;
  sent = area.value;
  area.value = "";
}

function written({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Written {
  return { text: value, from: selectionStart, to: selectionEnd, ...(sent !== undefined && { sent }) };
}
