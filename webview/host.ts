// The connection to VS Code: posts typed messages, checks those that arrive, and reports every error.
import * as z from "zod/mini";
import type { ToHost } from "../extension/protocol/to-host.ts";
import { ToWebview } from "../extension/protocol/to-webview.ts";

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** What a page that could not be loaded has kept. */
const KeptState = z.object({ unsent: z.string() });

export interface Connection<Out, In> {
  post: (message: Out) => void;
  /** `earlier`: what the host has posted before. */
  listen: (receive: (message: In) => void, earlier?: readonly unknown[]) => void;
}

export type Host = Connection<ToHost, ToWebview>;

interface Unsent {
  /** The text that the page before this one has kept; it is given once. */
  unsent: string;
}

export function connectHost(): Host & Unsent {
  return connect<ToHost, ToWebview>(ToWebview, (message) => ({ type: "fault", message }));
}

/** Once per page: VS Code hands out its API a single time. */
export function connect<Out, In>(
  incoming: z.ZodMiniType<In>,
  toFault: (message: string) => Out,
): Connection<Out, In> & Unsent {
  const api = acquireVsCodeApi();
  const post = (message: Out) => api.postMessage(message);
  const fault = (message: string) => post(toFault(message));
  window.addEventListener("error", (event) => {
    // Not an error: the browser postpones some size changes to the next frame.
    if (!event.message.startsWith("ResizeObserver loop")) fault(`${event.message} (${event.filename}:${event.lineno})`);
  });
  window.addEventListener("unhandledrejection", (event) => fault(`unhandled: ${String(event.reason)}`));
  document.addEventListener("securitypolicyviolation", (event) =>
    fault(`policy: ${event.violatedDirective} refused ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`),
  );
  const { unsent } = KeptState.safeParse(api.getState()).data ?? { unsent: "" };
  if (unsent !== "") api.setState(undefined);
  return {
    post,
    unsent,
    listen: (receive, earlier = []) => {
      const take = (data: unknown): void => {
        const parsed = incoming.safeParse(data);
        if (parsed.success) receive(parsed.data);
        else fault(`a message of the host was not understood: ${parsed.error.message}`);
      };
      earlier.forEach(take);
      window.addEventListener("message", (event: MessageEvent<unknown>) => take(event.data));
    },
  };
}
