// Starts the page of the inspector.
import { mount } from "svelte";
import { type FromInspector, ToInspector } from "../extension/protocol/inspection.ts";
import InspectorApp from "./components/inspector/InspectorApp.svelte";
import { connect } from "./host.ts";

export function boot(target: HTMLElement): void {
  const host = connect<FromInspector, ToInspector>(ToInspector, (message) => ({ type: "fault", message }));
  mount(InspectorApp, { target, props: { host } });
  host.post({ type: "ready" });
}
