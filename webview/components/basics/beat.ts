// The beat to which everything moves that shows that the model works.
import { createSubscriber } from "svelte/reactivity";

/**
 * Not an animation of CSS: as long as one runs, even in steps, the browser works 60 times a second, and the answer to a key
 * waits for the next of those moments. Here a frame is drawn with each beat, and else none.
 */
const BEAT_MS = 300;

let beats = 0;

const withBeats = createSubscriber((update) => {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const next = (): void => {
    const isStill = reduced.matches || document.body.classList.contains("vscode-reduce-motion");
    beats = isStill ? 0 : beats + 1;
    update();
  };
  const timer = setInterval(next, BEAT_MS);
  reduced.addEventListener("change", next);
  return () => {
    clearInterval(timer);
    reduced.removeEventListener("change", next);
    beats = 0;
  };
});

/** Counts the beats while a component shows it; stays 0 for a user who wants less motion. */
export function beat(): number {
  withBeats();
  return beats;
}
