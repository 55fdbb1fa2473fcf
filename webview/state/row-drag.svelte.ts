// A row of a list that is carried to another place with the pointer; where it would land is shown until it is let go.
import type { Attachment } from "svelte/attachments";

/** So far the pointer may move before a press is a drag. */
const SLACK = 4;

/** So near an edge, and by so much a frame, the list scrolls under the pointer. */
const EDGE = 24;
const SCROLL = 6;

export interface RowDragPorts {
  /** What scrolls, and has the rows in it. */
  tray: () => HTMLElement | undefined;
  /** As they stand now. */
  ids: () => readonly string[];
  /** Before that one, or to the end. */
  drop: (id: string, before: string | null) => void;
}

interface Press {
  id: string;
  pointer: number;
  x: number;
  y: number;
  /** The last place of the pointer. */
  at: number;
}

export class RowDrag {
  /** The row that is carried. */
  carried = $state<string>();
  /** The row it would stand before: `null` at the end, `undefined` where it stands already. */
  before = $state<string | null>();
  readonly #ports: RowDragPorts;
  #press: Press | undefined;
  #frame = 0;
  #listening = new AbortController();

  constructor(ports: RowDragPorts) {
    this.#ports = ports;
  }

  /** Of a row only its buttons take the focus from where it is. */
  row(id: string): Attachment<HTMLElement> {
    return (row) => {
      const stop = new AbortController();
      const { signal } = stop;
      row.addEventListener("pointerdown", (event) => this.#pressed(event, id), { signal });
      row.addEventListener("mousedown", (event) => isButton(event) || event.preventDefault(), { signal });
      return () => stop.abort();
    };
  }

  /** A finger scrolls the list, except on a handle. */
  #pressed(event: PointerEvent, id: string): void {
    const { target, pointerId: pointer, clientX: x, clientY: y } = event;
    if (!(target instanceof Element) || isButton(event)) return;
    if (event.button !== 0 || !event.isPrimary || this.#ports.ids().length < 2) return;
    if (event.pointerType === "touch" && target.closest("[data-handle]") === null) return;
    this.end();
    this.#press = { id, pointer, x, y, at: y };
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener("pointermove", (moved) => this.#move(moved), { signal });
    window.addEventListener("pointerup", (up) => up.pointerId === pointer && this.#drop(), { signal });
    window.addEventListener("pointercancel", (gone) => gone.pointerId === pointer && this.end(), { signal });
    window.addEventListener("blur", () => this.end(), { signal });
    // Capture Escape, which ends the drag: in the input it would stop the answer.
    window.addEventListener("keydown", (key) => this.#key(key), { signal, capture: true });
  }

  /** Nothing is moved. */
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#listening.abort();
    this.#press = undefined;
    this.carried = undefined;
    this.before = undefined;
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.carried === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.end();
  }

  #move({ pointerId, clientX, clientY }: PointerEvent): void {
    const press = this.#press;
    if (press?.pointer !== pointerId) return;
    press.at = clientY;
    if (this.carried !== undefined || Math.hypot(clientX - press.x, clientY - press.y) < SLACK) return;
    this.carried = press.id;
    // From here on no other element sees the pointer, wherever it goes.
    this.#ports.tray()?.setPointerCapture(pointerId);
    this.#follow(press);
  }

  /** Runs every frame, because the list may scroll or change while the pointer rests. */
  #follow(press: Press): void {
    const tray = this.#ports.tray();
    if (tray === undefined || !this.#ports.ids().includes(press.id)) {
      this.end();
      return;
    }
    const { top, bottom } = tray.getBoundingClientRect();
    if (press.at < top + EDGE) tray.scrollTop -= SCROLL;
    else if (press.at > bottom - EDGE) tray.scrollTop += SCROLL;
    this.before = this.#landing(tray, press);
    this.#frame = requestAnimationFrame(() => this.#follow(press));
  }

  #landing(tray: HTMLElement, { id, at }: Press): string | null | undefined {
    const ids = this.#ports.ids();
    const rows = [...tray.querySelectorAll("li")];
    const below = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return at < top + height / 2;
    });
    const place = below < 0 ? ids.length : below;
    const from = ids.indexOf(id);
    return place === from || place === from + 1 ? undefined : (ids[place] ?? null);
  }

  #drop(): void {
    const { carried } = this;
    const tray = this.#ports.tray();
    const before = carried !== undefined && this.#press && tray ? this.#landing(tray, this.#press) : undefined;
    this.end();
    if (carried !== undefined && before !== undefined) this.#ports.drop(carried, before);
  }
}

function isButton({ target }: Event): boolean {
  return target instanceof Element && target.closest("button") !== null;
}
