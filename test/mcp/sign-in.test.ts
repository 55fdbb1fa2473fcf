// A server that wants a sign-in: said once, the browser opens when the user wants it, and the tokens are kept.
import { describe, expect, it } from "vitest";
import type { LinkPorts } from "../../extension/mcp/connection/link.ts";
import { linkPorts, rig } from "../fakes/mcp.ts";
import { signInServer } from "../fakes/mcp-sign-in.ts";
import { until } from "../fakes/until.ts";

/** A user who signs in as soon as the page opens. */
function browser(change: (back: URL) => void = () => undefined): {
  opened: URL[];
  /** What it showed when it came back. */
  pages: string[];
  browse: LinkPorts["browse"];
} {
  const opened: URL[] = [];
  const pages: string[] = [];
  return {
    opened,
    pages,
    async browse(_, address, answer) {
      const url = new URL(address);
      opened.push(url);
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "the-code");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      change(back);
      pages.push(await (await fetch(back)).text());
      return answer();
    },
  };
}

describe("a server that wants a sign-in", () => {
  it("opens nothing by itself: its state says what it wants, once", async () => {
    await using server = await signInServer();
    const { opened, browse } = browser();
    await using world = rig({ kind: "http", url: server.url }, { browse });
    await world.server.use();
    await world.server.use();
    expect(world.server.state).toEqual({ kind: "sign-in" });
    expect(world.told).toEqual(["MCP server fake requires sign-in."]);
    expect(opened).toEqual([]);
    expect(server.registered).toEqual([]);
  });

  it("runs after the user has signed in, and later without asking", async () => {
    await using server = await signInServer();
    const { opened, browse } = browser();
    const { secrets, heard } = linkPorts();
    await using world = rig({ kind: "http", url: server.url }, { browse, secrets });
    await world.server.use();
    await world.server.start();
    expect(world.server.state).toEqual({ kind: "running" });
    expect(await world.call("fake_secret")).toEqual({ ok: true, output: "inside" });
    expect(opened).toHaveLength(1);
    expect(opened[0]?.searchParams.get("code_challenge_method")).toBe("S256");
    expect(server.exchanged[0]?.get("code")).toBe("the-code");
    expect([...heard.secrets.values()].join("")).toContain("token-1");
    expect(world.log.join("\n")).not.toContain("token-1");
    await using later = rig({ kind: "http", url: server.url }, { browse, secrets });
    await later.server.use();
    expect(later.server.state).toEqual({ kind: "running" });
    expect(opened).toHaveLength(1);
  });

  it("renews a token that is not taken any more, without asking", async () => {
    await using server = await signInServer();
    const { opened, browse } = browser();
    const { secrets } = linkPorts();
    await using world = rig({ kind: "http", url: server.url }, { browse, secrets });
    await world.server.start();
    server.tokens.clear();
    await using later = rig({ kind: "http", url: server.url }, { browse, secrets });
    await later.server.use();
    expect(later.server.state).toEqual({ kind: "running" });
    expect(server.exchanged.at(-1)?.get("grant_type")).toBe("refresh_token");
    expect(opened).toHaveLength(1);
  });

  it("stays signed in in two windows that renew in turn, also at once", async () => {
    await using server = await signInServer();
    server.isRotating = true;
    const { opened, browse } = browser();
    const { secrets } = linkPorts();
    await using first = rig({ kind: "http", url: server.url }, { browse, secrets });
    await first.server.start();
    await using second = rig({ kind: "http", url: server.url }, { browse, secrets });
    await second.server.use();
    for (const world of [first, second, first]) {
      server.tokens.clear();
      expect(await world.call("fake_secret")).toEqual({ ok: true, output: "inside" });
    }
    server.tokens.clear();
    const both = await Promise.all([first.call("fake_secret"), second.call("fake_secret")]);
    expect(both).toEqual([
      { ok: true, output: "inside" },
      { ok: true, output: "inside" },
    ]);
    expect(opened).toHaveLength(1);
  });

  it("that lets somebody in no more says once that it wants a sign-in, and nothing else", async () => {
    await using server = await signInServer();
    const { browse } = browser();
    await using world = rig({ kind: "http", url: server.url }, { browse });
    await world.server.start();
    server.isClosed = true;
    server.isRenewing = false;
    expect(await world.call("fake_secret")).toMatchObject({ ok: false });
    await until(() => world.server.state.kind === "sign-in");
    expect(world.told).toEqual(["MCP server fake requires sign-in."]);
  });

  it("does not take an answer that was meant for somebody else, and goes on waiting for its own", async () => {
    await using server = await signInServer();
    const strays: number[] = [];
    const { browse } = browser();
    const strayFirst: LinkPorts["browse"] = async (name, address, answer) => {
      const stray = new URL(new URL(address).searchParams.get("redirect_uri") ?? "");
      stray.search = "?code=evil&state=another";
      strays.push((await fetch(stray)).status);
      return browse(name, address, answer);
    };
    await using world = rig({ kind: "http", url: server.url }, { browse: strayFirst });
    await world.server.start();
    expect(strays).toEqual([400]);
    expect(world.server.state).toEqual({ kind: "running" });
    expect(server.exchanged.map((asked) => asked.get("code"))).toEqual(["the-code"]);
  });

  it("says so when the user is refused", async () => {
    await using server = await signInServer();
    const { browse, pages } = browser((back) => {
      back.searchParams.delete("code");
      back.searchParams.set("error", "access_denied");
    });
    await using world = rig({ kind: "http", url: server.url }, { browse });
    await world.server.start();
    expect(world.told).toEqual(["MCP server fake requires sign-in: the sign-in was refused."]);
    expect(world.server.state).toEqual({ kind: "sign-in" });
    expect(pages[0]).toContain("Sign-in failed.");
  });

  it("comes back to the address the browser reaches, on the port of the last time", async () => {
    await using server = await signInServer();
    const { opened, browse } = browser((back) => {
      back.host = back.pathname.split("/")[2] ?? "";
      back.pathname = "/callback";
      back.protocol = "http:";
    });
    const reachable = (address: string): Promise<string> => {
      const { host, pathname } = new URL(address);
      return Promise.resolve(`https://window.example/at/${host}${pathname}`);
    };
    const { secrets } = linkPorts();
    const ports = { secrets, reachable, browse };
    await using world = rig({ kind: "http", url: server.url }, ports);
    await world.server.start();
    expect(world.server.state).toEqual({ kind: "running" });
    const [redirect] = opened.map(({ searchParams }) => searchParams.get("redirect_uri"));
    expect(redirect).toMatch(/^https:\/\/window\.example\/at\/127\.0\.0\.1:\d+\/callback$/);
    expect(server.exchanged[0]?.get("redirect_uri")).toBe(redirect);
    await world.server.stop();
    server.tokens.clear();
    server.isRenewing = false;
    await world.server.start();
    expect(opened[1]?.searchParams.get("redirect_uri")).toBe(redirect);
    expect(server.registered).toHaveLength(1);
  });

  it.each(["/mcp", "/.well-known/oauth-authorization-server", "/token"])(
    "that never comes to an end at %s ends with Stop",
    async (path) => {
      await using server = await signInServer();
      const { browse } = browser();
      await using world = rig({ kind: "http", url: server.url }, { browse });
      await world.server.use();
      server.hangsAt = path;
      server.asked.length = 0;
      void world.server.start();
      await until(() => server.asked.includes(path));
      await world.server.stop();
      expect(world.server.state).toEqual({ kind: "off" });
    },
  );

  it("that the user gave up says so, and can be tried again", async () => {
    await using server = await signInServer();
    const { browse } = browser();
    let tries = 0;
    const hesitating: LinkPorts["browse"] = (...asked) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error("sign-in was canceled")) : browse(...asked);
    };
    await using world = rig({ kind: "http", url: server.url }, { browse: hesitating });
    await world.server.start();
    expect(world.told).toEqual(["MCP server fake requires sign-in: sign-in was canceled."]);
    await world.server.start();
    expect(world.server.state).toEqual({ kind: "running" });
  });

  it("says so when who has signed in is not let in either", async () => {
    await using server = await signInServer();
    server.isClosed = true;
    const { browse } = browser();
    await using world = rig({ kind: "http", url: server.url }, { browse });
    await world.server.start();
    expect(world.told).toEqual(["MCP server fake requires sign-in: you are signed in but do not have access."]);
  });
});
