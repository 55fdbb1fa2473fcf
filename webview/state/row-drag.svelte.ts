// Drags a row of a list to another place, and shows where it would land.
import type { Attachment } from "svelte/attachments";

/** How far the pointer may move before a press becomes a drag. */
const SLACK = 4;

/** The list scrolls when the pointer is this near its edge, by this much in each frame. */
const EDGE = 24;
const SCROLL = 6;

export interface RowDragPorts {
  /** The element that scrolls and contains the rows. */
  tray: () => HTMLElement | undefined;
  /** The ids of the rows, in order. */
  ids: () => readonly string[];
  /** `before` is `null` at the end. */
  drop: (id: string, before: string | null) => void;
}

interface Press {
  id: string;
  pointer: number;
  x: number;
  y: number;
  /** The last vertical position of the pointer. */
  at: number;
}

export class RowDrag {
  /** The id of the dragged row. */
  dragged = $state<string>();
  /** The row it would land before: `null` at the end, `undefined` if it would not move. */
  before = $state<string | null>();
  readonly #ports: RowDragPorts;
  #press: Press | undefined;
  #frame = 0;
  #listening = new AbortController();

  constructor(ports: RowDragPorts) {
    this.#ports = ports;
  }

  /** A press on the row keeps the focus where it is, except on a button. */
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

  /** Ends the drag without a move. */
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#listening.abort();
    this.#press = undefined;
    this.dragged = undefined;
    this.before = undefined;
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.dragged === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.end();
  }

  #move({ pointerId, clientX, clientY }: PointerEvent): void {
    const press = this.#press;
    if (press?.pointer !== pointerId) return;
    press.at = clientY;
    if (this.dragged !== undefined || Math.hypot(clientX - press.x, clientY - press.y) < SLACK) return;
    this.dragged = press.id;
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
    const { dragged } = this;
    const tray = this.#ports.tray();
    const before = dragged !== undefined && this.#press && tray ? this.#landing(tray, this.#press) : undefined;
    this.end();
    if (dragged !== undefined && before !== undefined) this.#ports.drop(dragged, before);
  }
}

function isButton({ target }: Event): boolean {
  return target instanceof Element && target.closest("button") !== null;
}
