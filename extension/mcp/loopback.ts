// Where the browser comes back to after a sign-in: a page on this machine that is there once.
import { createServer, type Server } from "node:http";

export interface Callback {
  url: string;
  port: number;
  /** What the page was called with. Rejects when it takes too long, or nobody wants it any more. */
  wait: (signal: AbortSignal) => Promise<URLSearchParams>;
  dispose: () => void;
}

const PATH = "/callback";

const page = (words: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Galley</title><p>${words} You can close this page and go back to the editor.</p>`;

const DONE = page("You have signed in.");
const REFUSED = page("You have not signed in.");

/** On the port of the last time where it is free: servers remember the address they may come back to. */
export async function listenForCallback(wanted: number | undefined): Promise<Callback> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname !== PATH) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", connection: "close" });
    response.end(url.searchParams.has("code") ? DONE : REFUSED);
    resolve(url.searchParams);
  });
  const port = await listen(server, wanted ?? 0).catch(() => listen(server, 0));
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    port,
    wait: (signal) => Promise.race([promise, aborted(signal)]),
    dispose: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.removeListener("error", reject);
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error("no port is free"));
    });
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      reject(new Error("nobody signed in"));
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
