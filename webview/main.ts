// Boots the panel: the input is usable first, everything else arrives when it arrives.
import { mount } from "svelte";
import App from "./components/App.svelte";
import { connectHost } from "./host.ts";
import { loadRenderer } from "./markdown/load.ts";
import { Panel } from "./state/panel.svelte.ts";
import "./theme.css";
import "./editor/editor.css";

const host = connectHost();
const panel = new Panel(host);
host.listen((message) => panel.receive(message));

const place = document.getElementById("galley");
if (place === null) throw new Error("the page has no place for the panel");
place.replaceChildren();
mount(App, { target: place, props: { panel } });

// The second frame begins when the first one with the input in it has been painted.
requestAnimationFrame(() =>
  requestAnimationFrame(() => {
    performance.mark("galley:usable");
    host.post({ type: "ready" });
    void loadRenderer();
  }),
);
