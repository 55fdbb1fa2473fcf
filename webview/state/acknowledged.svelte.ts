// That something has just been done: true for as long as it takes to see it.

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
