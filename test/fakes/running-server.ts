// One configured server that runs for real, with the ports of a window that nobody looks at.
import { openLink, type Answering } from "../../extension/mcp/link.ts";
import { Server, type ServerPorts } from "../../extension/mcp/server.ts";
import { everythingSpec, linkPorts } from "./mcp.ts";

export interface RunningServer {
  server: Server;
  after: ServerPorts["after"];
}

export function everythingServer(changed: ServerPorts["changed"], answering?: Answering): RunningServer {
  const ports = linkPorts();
  const after: ServerPorts["after"] = (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  };
  const config = { name: "everything", spec: everythingSpec, origin: "user", from: "the test" } as const;
  const server = new Server(config, {
    ...ports,
    answering,
    open: openLink,
    fill: ({ spec }) => Promise.resolve({ ok: true, spec }),
    log: () => undefined,
    changed,
    tell: () => undefined,
    now: () => Date.now(),
    after,
  });
  return { server, after };
}
