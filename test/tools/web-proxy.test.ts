// web_fetch behind a proxy: the proxy resolves the name, so the host is checked by its name.
import http, { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { nodeWeb } from "../../extension/tools/web/node-web.ts";
import { isProxied, type ProxySettings } from "../../extension/tools/web/proxy.ts";
import { toolWorld } from "../fakes/tool-world.ts";

const settings = (own: Partial<ProxySettings> = {}): ProxySettings => ({
  support: "override",
  proxy: "",
  noProxy: [],
  env: {},
  ...own,
});
const proxied = (url: string, own: Partial<ProxySettings>): boolean => isProxied(new URL(url), settings(own));
const PROXY = "http://proxy.test:3128";

describe("a request goes through a proxy", () => {
  test.each<[string, Partial<ProxySettings>, boolean]>([
    ["https://a.test/", {}, false],
    ["https://a.test/", { proxy: PROXY }, true],
    ["http://a.test/", { env: { HTTPS_PROXY: PROXY } }, true],
    ["https://a.test/", { env: { http_proxy: PROXY, HTTPS_PROXY: "" } }, true],
    ["https://a.test/", { proxy: "socks5://proxy.test" }, true],
    ["https://a.test/", { proxy: "proxy.test:3128" }, false],
    ["https://a.test/", { proxy: PROXY, support: "off" }, false],
    ["http://localhost:8080/", { proxy: PROXY }, false],
    ["http://127.0.0.1/", { proxy: PROXY }, false],
    ["http://[::1]/", { proxy: PROXY }, false],
    ["https://a.test/", { proxy: PROXY, env: { NO_PROXY: "b.test,a.test" } }, false],
    ["https://x.a.test/", { proxy: PROXY, env: { no_proxy: " .A.test " } }, false],
    ["https://xa.test/", { proxy: PROXY, env: { NO_PROXY: "a.test" } }, true],
    ["https://a.test/", { proxy: PROXY, env: { NO_PROXY: "a.test:8443" } }, true],
    ["https://a.test/", { proxy: PROXY, env: { NO_PROXY: "a.test:443" } }, false],
    ["https://a.test/", { proxy: PROXY, env: { NO_PROXY: "*" } }, false],
    ["https://a.test/", { proxy: PROXY, noProxy: ["a.test"] }, false],
    ["https://a.test/", { proxy: PROXY, noProxy: ["b.test"], env: { NO_PROXY: "a.test" } }, true],
  ])("%s with %o: %s", (url, own, expected) => {
    expect(proxied(url, own)).toBe(expected);
  });
});

/** A proxy that answers for every host, and the requests in which it was asked. Node's agent stands for VS Code's. */
async function startProxy(): Promise<string[]> {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "text/plain").end("through the proxy");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const usual = http.globalAgent;
  http.globalAgent = new Agent({ proxyEnv: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
  onTestFinished(() => {
    http.globalAgent = usual;
    proxy.closeAllConnections();
    proxy.close();
  });
  return asked;
}

test("the proxy gets the name of the host, which this machine does not resolve", async () => {
  const asked = await startProxy();
  const { call } = toolWorld({ web: nodeWeb(() => true) });
  const url = "http://only-the-proxy-knows.test/page";
  expect(await call("web_fetch", { url })).toEqual({ ok: true, output: `${url}\n\nthrough the proxy` });
  expect(asked).toEqual([url]);
});

test("names and addresses of the local network are not asked of the proxy", async () => {
  const asked = await startProxy();
  const { call } = toolWorld({ web: nodeWeb(() => true) });
  const hosts = [
    ...["localhost", "printer.local", "metadata.google.internal", "wiki", "router.lan", "a.home.arpa.", "WIKI.CORP"],
    ...["10.0.0.1", "169.254.169.254", "[::1]", "[fd00::1]"],
  ];
  for (const host of hosts)
    expect((await call("web_fetch", { url: `http://${host}/` })).output, host).toContain("not on the public internet");
  expect(asked).toEqual([]);
});

test("a host is not connected to directly if the proxy is not used after all", async () => {
  const { call } = toolWorld({ web: nodeWeb(() => true) });
  expect((await call("web_fetch", { url: "http://rebound.test/" })).output).toContain(
    "the proxy in the settings was not used",
  );
});

test("without a proxy the name is resolved here, as before", async () => {
  const asked = await startProxy();
  const web = nodeWeb((url) => isProxied(url, settings()));
  const { call } = toolWorld({ web: { ...web, resolve: () => Promise.resolve(["10.0.0.1"]) } });
  expect((await call("web_fetch", { url: "http://inside.test/" })).output).toContain("not on the public internet");
  expect(asked).toEqual([]);
});
