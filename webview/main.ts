// Starts the page: a panel, the inspector, or the form that tries a skill.
import { mount } from "svelte";
import App from "./components/panel/App.svelte";
import { connectHost, type Host } from "./host.ts";
import { isSelectAllKey } from "./keys.ts";
import { loadRenderer } from "./markdown/load.ts";
import { Panel } from "./state/panel.svelte.ts";
import "./theme.css";
import "./editor/editor.css";

const place = document.getElementById("galley");
if (place === null) throw new Error("the page has no place to draw in");
place.replaceChildren();
// VS Code gets the keys too. Until it notices that this page has the focus, it would focus the text editor and select
// everything there, and the next letter would replace it.
document.addEventListener("keydown", (event) => {
  if (isSelectAllKey(event)) event.stopPropagation();
});
if (document.body.dataset["view"] === "inspector") void import("./inspector.ts").then(({ boot }) => boot(place));
else if (document.body.dataset["view"] === "try") void import("./try.ts").then(({ boot }) => boot(place));
else bootPanel(place);

function bootPanel(target: HTMLElement): void {
  const host = connectHost();
  const { view } = document.body.dataset;
  const panel = new Panel(host, view === "sidecar" || view === "editor" ? view : "main");
  window.addEventListener("focus", () => host.post({ type: "focused" }));
  window.addEventListener("blur", () => host.post({ type: "blurred" }));
  if (document.hasFocus()) host.post({ type: "focused" });
  if (panel.kind === "main") tellRoom(host);
  host.listen((message) => panel.receive(message));
  mount(App, { target, props: { panel } });
  // The second frame begins after the first one, with the input, is painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      performance.mark("galley:usable");
      host.post({ type: "ready" });
      void loadRenderer();
    }),
  );
}

/** From this height on, the messages keep 45 % of the side bar beside a sidecar, and the sidecar has a few lines too. */
function tellRoom(host: Host): void {
  const high = matchMedia("(min-height: 1120px)");
  const tell = () => host.post({ type: "room", has: high.matches });
  high.addEventListener("change", tell);
  tell();
}
