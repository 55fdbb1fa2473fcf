// How long an editor takes to draw a change of text: marks, actions and progress wait for it, so that the text is seen first.

/** Two frames, and the way to the window. */
export const DRAWN_MS = 40;

export function whenDrawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, DRAWN_MS));
}
