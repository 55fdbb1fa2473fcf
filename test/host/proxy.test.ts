// web_fetch behind a proxy of VS Code's settings: VS Code sends the request there, and the proxy knows the host.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { freshConversation, settled } from "./galley.ts";

const GLOBAL = vscode.ConfigurationTarget.Global;
const PAGE = "http://only-the-proxy-knows.test/page";

describe("web_fetch behind a proxy", () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "text/plain").end("through the proxy");
  });

  beforeEach(async () => {
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const rules = [{ permission: "fetch", pattern: "only-the-proxy-knows.test", action: "allow" }];
    await vscode.workspace.getConfiguration("galley").update("tools.rules", rules, GLOBAL);
    await vscode.workspace.getConfiguration("http").update("proxy", `http://127.0.0.1:${String(port)}`, GLOBAL);
  });
  afterEach(async () => {
    await vscode.workspace.getConfiguration("http").update("proxy", undefined, GLOBAL);
    await vscode.workspace.getConfiguration("galley").update("tools.rules", undefined, GLOBAL);
    proxy.closeAllConnections();
    proxy.close();
  });

  it("fetches a page of a host that this machine does not know", async () => {
    const api = await freshConversation();
    await api.submit([{ type: "text", text: `call web_fetch {"url":"${PAGE}"}` }]);
    const last = (await settled(api)).messages.at(-1);
    assert(last?.role === "assistant");
    const [output] = last.parts.flatMap((part) => (part.type === "tool-result" ? [part.output] : []));
    assert.equal(output, `${PAGE}\n\nthrough the proxy`);
    assert.deepEqual(asked, [PAGE]);
  });
});
