// Starts the page that tries a skill.
import { mount } from "svelte";
import { type FromTry, ToTry } from "../extension/protocol/try-skill.ts";
import TryApp from "./components/try/TryApp.svelte";
import { connect } from "./host.ts";

export function boot(target: HTMLElement): void {
  const host = connect<FromTry, ToTry>(ToTry, (message) => ({ type: "fault", message }));
  mount(TryApp, { target, props: { host } });
  host.post({ type: "ready" });
}
