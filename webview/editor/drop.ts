// Drag and drop on the panel: the hint during a drag, and what the dropped items become.
//
// During a drag from VS Code, webviews get no events until the user holds Shift, so there is no hint before that.
// A drag from the operating system reaches the webview until the outer page reports it to VS Code. The handlers stop
// the event, so that the outer page does not report it and such a drag needs no Shift.
import { uriList } from "./uri-list.ts";

export interface DropPorts {
  /** A chip of the input is being moved: that is the input's own business. */
  isOwn: () => boolean;
  /** `pins`: over the place that pins. */
  hover: (isOver: boolean, pins: boolean) => void;
  /** Whether what is dropped there is pinned. */
  pins: (y: number) => boolean;
  /** Before anything is taken: things go where they are dropped. */
  place: (x: number, y: number) => void;
  takeUris: (uris: string[], pins: boolean) => void;
  /** Files that have no address cannot be pinned. */
  takeFiles: (files: File[]) => void;
  takeText: (text: string) => void;
  /** Folders of the operating system have no address here. */
  refuseFolders: (names: string[]) => void;
}

/** A drag that VS Code takes over ends without a word: `dragover` comes at least this often while it hovers. */
const QUIET_MS = 800;

/** Returns the way to stop listening. */
export function listenForDrops(target: Window, ports: DropPorts): () => void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  let timer = 0;
  const leave = (): void => {
    clearTimeout(timer);
    ports.hover(false, false);
  };
  const hover = (event: DragEvent): void => {
    if (ports.isOwn() || event.dataTransfer === null) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    ports.hover(true, ports.pins(event.clientY));
    clearTimeout(timer);
    timer = target.setTimeout(leave, QUIET_MS);
  };
  target.addEventListener("dragenter", hover, options);
  target.addEventListener("dragover", hover, options);
  target.addEventListener("dragleave", (event) => event.relatedTarget === null && leave(), options);
  target.addEventListener("dragend", leave, options);
  target.addEventListener(
    "drop",
    (event) => {
      const pins = ports.pins(event.clientY);
      leave();
      if (ports.isOwn() || event.dataTransfer === null) return;
      event.preventDefault();
      event.stopPropagation();
      take(event.dataTransfer, event, pins, ports);
    },
    options,
  );
  return () => stop.abort();
}

function take(data: DataTransfer, { clientX, clientY }: DragEvent, pins: boolean, ports: DropPorts): void {
  const uris = uriList(data);
  const text = data.getData("text/plain");
  const entries = [...data.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry());
  const files = [...data.files].filter((_, index) => entries[index]?.isDirectory !== true);
  const folders = entries.flatMap((entry) => (entry?.isDirectory === true ? [entry.name] : []));
  ports.place(clientX, clientY);
  if (uris.some((uri) => !/^https?:/i.test(uri))) ports.takeUris(uris, pins);
  else if (files.length > 0 || folders.length > 0) {
    if (files.length > 0) ports.takeFiles(files);
    if (folders.length > 0) ports.refuseFolders(folders);
  } else if (text !== "" || uris.length > 0) ports.takeText(text === "" ? uris.join("\n") : text);
}
