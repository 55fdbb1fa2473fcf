// A pause of completion in this window: until a time, or until the user ends it.

export class Snooze {
  readonly #ended: () => void;
  #until = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ended: () => void) {
    this.#ended = ended;
  }

  get isOn(): boolean {
    return Date.now() < this.#until;
  }

  begin(minutes: number): void {
    clearTimeout(this.#timer);
    this.#until = Date.now() + minutes * 60_000;
    this.#timer = setTimeout(() => this.end(), minutes * 60_000);
  }

  end(): void {
    this.dispose();
    this.#ended();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#until = 0;
  }
}
