// The connection core against a real server over real stdio and HTTP.
import { describe, expect, it } from "vitest";
import { openLink } from "../../extension/mcp/link.ts";
import { everythingOverHttp, everythingSpec, linkPorts } from "../fakes/mcp.ts";

describe("a server over stdio", () => {
  it("lists its tools and answers a call", async () => {
    const opened = await openLink(
      "everything",
      { spec: everythingSpec, mayAsk: false, signal: new AbortController().signal },
      linkPorts(),
    );
    if (!opened.ok) throw new Error(opened.reason);
    const tools = await opened.link.tools();
    expect(tools.map(({ name }) => name)).toContain("echo");
    const result = await opened.link.call("echo", { message: "hi" }, { signal: new AbortController().signal });
    expect(JSON.stringify(result)).toContain("Echo: hi");
    await opened.link.close();
  });
});

describe("a server over HTTP", () => {
  it("lists its tools and answers a call", async () => {
    await using server = await everythingOverHttp();
    const spec = { kind: "http" as const, url: server.url };
    const opened = await openLink(
      "everything",
      { spec, mayAsk: false, signal: new AbortController().signal },
      linkPorts(),
    );
    if (!opened.ok) throw new Error(opened.reason);
    expect((await opened.link.tools()).map(({ name }) => name)).toContain("echo");
    const result = await opened.link.call("echo", { message: "hi" }, { signal: new AbortController().signal });
    expect(JSON.stringify(result)).toContain("Echo: hi");
    await opened.link.close();
  });
});
