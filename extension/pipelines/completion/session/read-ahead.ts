// What stands around the caret, read while an answer is awaited, so that the answer is shown as soon as it is there.
import { caretAt } from "../caret.ts";
import { type Surroundings, surroundingsOf } from "../finish/closers.ts";
import { syntaxOf } from "../syntax.ts";

interface Place {
  text: string;
  offset: number;
  language: string;
}

export class ReadAhead {
  #known: { place: Place; around: Surroundings } | undefined;

  read({ text, offset, language }: Place): void {
    const around = surroundingsOf(caretAt(text, offset), syntaxOf(language));
    this.#known = { place: { text, offset, language }, around };
  }

  /** `undefined` if another place was read. What is taken is kept no longer: it holds a copy of its document. */
  take({ text, offset, language }: Place): Surroundings | undefined {
    const known = this.#known;
    this.#known = undefined;
    const isSame = known?.place.offset === offset && known.place.language === language && known.place.text === text;
    return isSame ? known.around : undefined;
  }
}
