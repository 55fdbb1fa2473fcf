// What was opened, edited or mentioned last, latest first.

export class Recent {
  readonly #most: number;
  #paths: string[];

  constructor(most: number, paths: readonly string[] = []) {
    this.#most = most;
    this.#paths = paths.slice(0, most);
  }

  get paths(): readonly string[] {
    return this.#paths;
  }

  /** Returns whether that changed anything. */
  touch(path: string): boolean {
    if (this.#paths[0] === path) return false;
    this.#paths = [path, ...this.#paths.filter((known) => known !== path)].slice(0, this.#most);
    return true;
  }

  /** From 1 for the latest down to 0 for what is not among them. */
  weight(path: string): number {
    const at = this.#paths.indexOf(path);
    return at === -1 ? 0 : 1 - at / this.#most;
  }
}
