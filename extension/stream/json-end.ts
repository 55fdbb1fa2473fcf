// Finds the end of a JSON object or list while its text arrives, without parsing it again and again.

export class JsonEnd {
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #hasBegun = false;

  /** The text so far is a whole object or list, if it is JSON at all. */
  get isReached(): boolean {
    return this.#hasBegun && this.#depth <= 0;
  }

  add(text: string): void {
    for (const sign of text) {
      if (this.#isText) this.#inText(sign);
      else if (sign === '"') this.#isText = true;
      else if (sign === "{" || sign === "[") {
        this.#hasBegun = true;
        this.#depth += 1;
      } else if (sign === "}" || sign === "]") this.#depth -= 1;
    }
  }

  #inText(sign: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === "\\") this.#isEscaped = true;
    else if (sign === '"') this.#isText = false;
  }
}
