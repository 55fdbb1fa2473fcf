// Starts the page: a panel, the inspector, or the form that tries a skill.
import { flushSync, mount } from "svelte";
import App from "./components/panel/App.svelte";
import type { Held, Written } from "./first/early-page.ts";
import { connectHost, type Host } from "./host.ts";
import { loadRenderer } from "./markdown/load.ts";
import { noteKey } from "./state/answer/draw-pace.ts";
import { Panel } from "./state/panel.svelte.ts";
import "./theme.css";
import "./editor/editor.css";

const place = document.getElementById("galley");
if (place === null) throw new Error("the page has no place to draw in");
const { view } = document.body.dataset;
if (view === "inspector") void import("./inspector.ts").then(({ boot }) => boot(place));
else if (view === "try") void import("./try.ts").then(({ boot }) => boot(place));
else earlyPage.handOver(({ written, held, messages }) => bootPanel(place, written, held, messages));

function bootPanel(target: HTMLElement, written: Written | undefined, held: Held, messages: readonly unknown[]): void {
  const host = connectHost();
  const panel = new Panel(host, view === "sidecar" || view === "editor" ? view : "main");
  window.addEventListener("focus", () => host.post({ type: "focused" }));
  window.addEventListener("blur", () => host.post({ type: "blurred" }));
  if (document.hasFocus()) host.post({ type: "focused" });
  window.addEventListener("beforeinput", () => noteKey(), { capture: true });
  if (panel.kind === "main") tellRoom(host);
  target.replaceChildren();
  mount(App, { target, props: { panel } });
  // No key may come between the two inputs.
  flushSync();
  if (host.unsent !== "")
    panel.compositor.takeOver({ text: host.unsent, from: host.unsent.length, to: host.unsent.length });
  if (written !== undefined) panel.compositor.takeOver(written);
  panel.additions.takeOver(held);
  host.listen((message) => panel.receive(message), messages);
  // The second frame begins after the first one is painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      performance.mark("galley:complete");
      host.post({ type: "ready" });
      void loadRenderer();
    }),
  );
}

/** From this height on, the messages keep 45 % of the side bar beside a sidecar, and the sidecar has a few lines too. */
function tellRoom(host: Host): void {
  const high = matchMedia("(min-height: 1150px)");
  const tell = () => host.post({ type: "room", has: high.matches });
  high.addEventListener("change", tell);
  tell();
}
