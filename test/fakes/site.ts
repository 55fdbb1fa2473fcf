// A real server on this machine that a test gives a public name and address.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { nodeWeb } from "../../extension/tools/web/node-web.ts";
import type { Web } from "../../extension/tools/ports.ts";

export const PUBLIC = "93.184.215.14";

export interface Site {
  /** `http://site.test:1234`, without a path. */
  origin: string;
  port: number;
  /** Resolves every name to the public address, which leads here; every other address is really dialled. */
  web: Web & { asked: string[]; dialled: string[] };
  requests: { url: string; headers: Record<string, unknown> }[];
}

export async function startSite(answer: RequestListener, addresses?: (host: string) => string[]): Promise<Site> {
  const requests: Site["requests"] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const asked: string[] = [];
  const dialled: string[] = [];
  const direct = nodeWeb(() => false);
  const web: Site["web"] = {
    ...direct,
    asked,
    dialled,
    resolve(host) {
      asked.push(host);
      return Promise.resolve(addresses?.(host) ?? [PUBLIC]);
    },
    get(url, address, limits) {
      dialled.push(address ?? "");
      return direct.get(url, address === PUBLIC ? "127.0.0.1" : address, limits);
    },
  };
  return { origin: `http://site.test:${port}`, port, web, requests };
}
