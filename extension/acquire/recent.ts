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
}
