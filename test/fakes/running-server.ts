// One configured server that runs for real, with the ports of a window without a user.
import type { ServerSpec } from "../../extension/mcp/config/config.ts";
import type { Answering } from "../../extension/mcp/connection/link.ts";
import { openLink } from "../../extension/mcp/connection/open-link.ts";
import { Server, type ServerPorts } from "../../extension/mcp/server.ts";
import { everythingSpec, linkPorts } from "./mcp.ts";

export interface RunningServer {
  server: Server;
  after: ServerPorts["after"];
}

export function everythingServer(changed: ServerPorts["changed"], answering?: Answering): RunningServer {
  return runningServer(everythingSpec, changed, answering);
}

/** Called "everything", whatever it is. */
export function runningServer(spec: ServerSpec, changed: ServerPorts["changed"], answering?: Answering): RunningServer {
  const ports = linkPorts();
  const after: ServerPorts["after"] = (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  };
  const config = { name: "everything", spec, origin: "user", from: "the test" } as const;
  const server = new Server(config, {
    ...ports,
    answering,
    open: openLink,
    fill: (wanted) => Promise.resolve({ ok: true, value: wanted.spec }),
    log: () => undefined,
    changed,
    tell: () => undefined,
    now: () => Date.now(),
    after,
  });
  return { server, after };
}
