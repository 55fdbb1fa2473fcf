// A flag that an action was done: true for a moment, so that the user sees it.

const SHOWN_MS = 1500;

export class Acknowledged {
  now = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(): void {
    this.now = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.now = false), SHOWN_MS);
  }
}
