// Keeps the end of the conversation in view, until the reader scrolls up.
import type { Attachment } from "svelte/attachments";

/** Closer to the end than this counts as the end. */
const NEAR = 16;

export class Follow {
  following = $state(true);
  #scroller: HTMLElement | undefined;
  #lastTop = 0;

  /** For the scrolling element; its first child holds the content. */
  readonly attach: Attachment<HTMLElement> = (scroller) => {
    this.#scroller = scroller;
    const sizes = new ResizeObserver(() => {
      if (this.following) this.#toEnd();
    });
    sizes.observe(scroller);
    if (scroller.firstElementChild !== null) sizes.observe(scroller.firstElementChild);
    const scrolled = () => this.#scrolled(scroller);
    // Says what the reader wants before a scroll that a growing answer would undo.
    const wheeled = (event: WheelEvent) => {
      if (event.deltaY < 0 && scroller.scrollTop > 0) this.following = false;
    };
    scroller.addEventListener("scroll", scrolled, { passive: true });
    scroller.addEventListener("wheel", wheeled, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("scroll", scrolled);
      scroller.removeEventListener("wheel", wheeled);
    };
  };

  jump(): void {
    this.following = true;
    this.#toEnd();
  }

  #scrolled(scroller: HTMLElement): void {
    const top = scroller.scrollTop;
    const gap = scroller.scrollHeight - top - scroller.clientHeight;
    if (gap <= NEAR) this.following = true;
    else if (top < this.#lastTop) this.following = false;
    this.#lastTop = top;
  }

  #toEnd(): void {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    scroller.scrollTop = scroller.scrollHeight;
    this.#lastTop = scroller.scrollTop;
  }
}
