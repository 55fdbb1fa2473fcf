// Keeps the end of the conversation in view, until the reader scrolls up.
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

/** Closer to the end than this counts as the end. */
const NEAR = 16;

/** How long the list may still scroll itself after new messages, while it measures them. */
const SETTLES_MS = 300;

/** A scroll this soon after a key, a wheel event, a press or a field's focus comes from the user. */
const ACTS_MS = 1000;

const ACTS = ["keydown", "pointerdown", "touchmove", "focusin"] as const;

export class Follow {
  following = $state(true);
  readonly #isEmpty: () => boolean;
  #scroller: HTMLElement | undefined;
  #lastTop = 0;
  #changedAt = 0;
  #actedAt = -Infinity;

  /** `isEmpty`: there is no message yet. */
  constructor(isEmpty: () => boolean) {
    this.#isEmpty = isEmpty;
  }

  /** For the scrolling element; its first child holds the content. */
  readonly attach: Attachment<HTMLElement> = (scroller) => {
    this.#scroller = scroller;
    const sizes = new ResizeObserver(() => {
      if (!this.following) return;
      this.#changedAt = performance.now();
      this.#toEnd();
    });
    sizes.observe(scroller);
    if (scroller.firstElementChild !== null) sizes.observe(scroller.firstElementChild);
    const scrolled = () => this.#scrolled(scroller);
    // Note the user's act before the scroll event: a growing answer may scroll in between.
    const acted = ({ type, target }: Event) => {
      // The focus on a whole card is no reason to stop following: cards are at the end.
      if (type === "focusin" && !(target instanceof Element && target.matches("[data-field] *"))) return;
      this.#actedAt = performance.now();
    };
    const wheeled = (event: WheelEvent) => {
      acted(event);
      if (event.deltaY < 0 && scroller.scrollTop > 0) this.following = false;
    };
    scroller.addEventListener("scroll", scrolled, { passive: true });
    scroller.addEventListener("wheel", wheeled, { passive: true });
    for (const act of ACTS) scroller.addEventListener(act, acted, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("scroll", scrolled);
      scroller.removeEventListener("wheel", wheeled);
      for (const act of ACTS) scroller.removeEventListener(act, acted);
    };
  };

  jump(): void {
    this.following = true;
    this.#changedAt = performance.now();
    this.#actedAt = -Infinity;
    this.#toEnd();
  }

  #scrolled(scroller: HTMLElement): void {
    const top = scroller.scrollTop;
    const gap = scroller.scrollHeight - top - scroller.clientHeight;
    if (gap <= NEAR) this.following = true;
    else if (top < this.#lastTop && this.following) {
      const now = performance.now();
      if (now - this.#actedAt > ACTS_MS && now - this.#changedAt < SETTLES_MS) {
        this.#toEnd();
        return;
      }
      this.following = false;
    }
    this.#lastTop = top;
  }

  #toEnd(): void {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    // What stands there before the first message is read from its start.
    scroller.scrollTop = untrack(this.#isEmpty) ? 0 : scroller.scrollHeight;
    this.#lastTop = scroller.scrollTop;
  }
}
