// Drag and drop on the panel: the hint during a drag, and what the dropped items become.
//
// During a drag from VS Code, webviews get no events until the user holds Shift, so there is no hint before that.
// A drag from the operating system reaches the webview until the outer page reports it to VS Code. The handlers stop
// the event, so that the outer page does not report it and such a drag needs no Shift.
import { uriList } from "./uri-list.ts";

export interface DropPorts {
  /** The user drags a chip within the input, which handles it itself. */
  isOwn: () => boolean;
  /** `pins`: the drag is over the line that pins. */
  hover: (isOver: boolean, pins: boolean) => void;
  /** A drop at this point pins. */
  pins: (y: number) => boolean;
  /** Called first, to move the cursor to the drop's position. */
  place: (x: number, y: number) => void;
  takeUris: (uris: string[], pins: boolean) => void;
  /** Files without a URI, which cannot be pinned. */
  takeFiles: (files: File[]) => void;
  takeText: (text: string) => void;
  /** Folders of the operating system, which have no URI here. */
  refuseFolders: (names: string[]) => void;
}

/** If VS Code takes over a drag, no event ends it: without a `dragover` for this long, the drag is over. */
const QUIET_MS = 800;

/** Returns a function that stops listening. */
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
