// A server that wants a sign-in: said once, the browser opens when the user wants it, and the tokens are kept.
import { describe, expect, it } from "vitest";
import { linkPorts, rig } from "../fakes/mcp.ts";
import { signInServer } from "../fakes/mcp-sign-in.ts";

/** Somebody who signs in as soon as the page opens. */
function browser(change: (back: URL) => void = () => undefined): {
  opened: URL[];
  open: (url: string) => Promise<void>;
} {
  const opened: URL[] = [];
  return {
    opened,
    async open(address) {
      const url = new URL(address);
      opened.push(url);
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "the-code");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      change(back);
      await fetch(back);
    },
  };
}

describe("a server that wants a sign-in", () => {
  it("opens nothing by itself: its state says what it wants, once", async () => {
    await using server = await signInServer();
    const { opened, open } = browser();
    await using world = rig({ kind: "http", url: server.url }, { openBrowser: open });
    await world.server.use();
    await world.server.use();
    expect(world.server.state).toEqual({ kind: "sign-in" });
    expect(world.told).toEqual(["The MCP server fake wants you to sign in."]);
    expect(opened).toEqual([]);
    expect(server.registered).toEqual([]);
  });

  it("runs after the user has signed in, and later without asking", async () => {
    await using server = await signInServer();
    const { opened, open } = browser();
    const { secrets, heard } = linkPorts();
    await using world = rig({ kind: "http", url: server.url }, { openBrowser: open, secrets });
    await world.server.use();
    await world.server.start();
    expect(world.server.state).toEqual({ kind: "running" });
    expect(await world.call("fake_secret")).toEqual({ ok: true, output: "inside" });
    expect(opened).toHaveLength(1);
    expect(opened[0]?.searchParams.get("code_challenge_method")).toBe("S256");
    expect(server.exchanged[0]?.get("code")).toBe("the-code");
    expect([...heard.secrets.values()].join("")).toContain("token-1");
    expect(world.log.join("\n")).not.toContain("token-1");
    await using later = rig({ kind: "http", url: server.url }, { openBrowser: open, secrets });
    await later.server.use();
    expect(later.server.state).toEqual({ kind: "running" });
    expect(opened).toHaveLength(1);
  });

  it("renews a token that is not taken any more, without asking", async () => {
    await using server = await signInServer();
    const { opened, open } = browser();
    const { secrets } = linkPorts();
    await using world = rig({ kind: "http", url: server.url }, { openBrowser: open, secrets });
    await world.server.start();
    server.tokens.clear();
    await using later = rig({ kind: "http", url: server.url }, { openBrowser: open, secrets });
    await later.server.use();
    expect(later.server.state).toEqual({ kind: "running" });
    expect(server.exchanged.at(-1)?.get("grant_type")).toBe("refresh_token");
    expect(opened).toHaveLength(1);
  });

  it("does not take an answer that was meant for somebody else", async () => {
    await using server = await signInServer();
    const { open } = browser((back) => {
      back.searchParams.set("state", "another");
    });
    await using world = rig({ kind: "http", url: server.url }, { openBrowser: open });
    await world.server.start();
    expect(world.told).toEqual(["The MCP server fake failed: the answer to the sign-in was not for us."]);
    expect(server.exchanged).toEqual([]);
  });

  it("says so when the user is refused", async () => {
    await using server = await signInServer();
    const { open } = browser((back) => {
      back.searchParams.delete("code");
      back.searchParams.set("error", "access_denied");
    });
    await using world = rig({ kind: "http", url: server.url }, { openBrowser: open });
    await world.server.start();
    expect(world.told).toEqual(["The MCP server fake failed: the sign-in was refused."]);
  });
});
