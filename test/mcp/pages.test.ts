// A call that a server refuses until the user has been at a page: offered, opened, made again once.
import { describe, expect, it } from "vitest";
import { answering, type AnswerPorts } from "../../extension/mcp/answering.ts";
import type { Outcome } from "../../extension/tools/tool.ts";
import { fakeSpec, rig } from "../fakes/mcp.ts";

const PAGE = "https://example.com/prove?who=a%26b";

/** Calls once, and tells what the user saw; what is not said here is allowed, opened and gone on with. */
async function call(
  input: { urls: unknown[]; tells?: boolean; always?: boolean },
  given: (beThere: () => Promise<unknown>) => Partial<AnswerPorts> = () => ({}),
  signal = new AbortController().signal,
): Promise<Outcome & { seen: string[] }> {
  const seen: string[] = [];
  const user: AnswerPorts = {
    modelName: () => "Loopback",
    fill: () => Promise.resolve({ action: "cancel" }),
    sample: () => Promise.resolve({ ok: false, failure: "nobody is there" }),
    approve: () => Promise.resolve(true),
    goOn: () => Promise.resolve(true),
    openBrowser: () => Promise.resolve(true),
    ...given(async () => world.server.link?.client.ping()),
  };
  const ports: AnswerPorts = {
    ...user,
    approve: (server, about, stop) => {
      seen.push(about.title, about.text);
      return user.approve(server, about, stop);
    },
    goOn: (server, words, stop) => {
      seen.push(words);
      return user.goOn(server, words, stop);
    },
    openBrowser: (url) => {
      seen.push(`opened ${url}`);
      return user.openBrowser(url);
    },
  };
  await using world = rig(fakeSpec("pages"), { answering: answering(ports) });
  await world.server.use();
  return { ...(await world.call("fake_echo", { message: "hi", ...input }, signal)), seen };
}

const REFUSED = "fake_echo failed: the user did not complete the page";

describe("a call that wants a page visited first", () => {
  it("offers the page, waits until the user is done, and is made again", async () => {
    const { seen, ...outcome } = await call({ urls: [PAGE] });
    expect(outcome).toEqual({ ok: true, output: "echo: hi" });
    expect(seen).toEqual([
      "fake wants to open a page in your browser",
      `Prove who you are\n${PAGE}`,
      `opened ${PAGE}`,
      "Complete the fake request in your browser, then select Continue.",
    ]);
  });

  it("shows the address as the browser reads it, and opens that one", async () => {
    const { seen } = await call({ urls: ["https://ex\u0430mple.com/\u202ex"] });
    expect(seen.slice(1, 3)).toEqual([
      "Prove who you are\nhttps://xn--exmple-4nf.com/%E2%80%AEx",
      "opened https://xn--exmple-4nf.com/%E2%80%AEx",
    ]);
  });

  it("goes on by itself when the server says that the page is done with", async () => {
    const { output } = await call({ urls: [PAGE], tells: true }, (beThere) => ({
      goOn: async (_server, _words, signal) => {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        signal.addEventListener("abort", () => {
          resolve(undefined);
        });
        await beThere();
        return promise;
      },
    }));
    expect(output).toBe("echo: hi");
    const quick = await call({ urls: [PAGE], tells: true }, (beThere) => ({
      openBrowser: async () => {
        await beThere();
        return true;
      },
    }));
    expect(quick).toMatchObject({ output: "echo: hi" });
    expect(quick.seen.join("\n")).not.toContain("Finish");
  });

  it("goes through several, one after the other", async () => {
    const { output, seen } = await call({ urls: [PAGE, "http://example.com/2"] });
    expect(output).toBe("echo: hi");
    expect(seen.filter((line) => line.startsWith("opened"))).toEqual([`opened ${PAGE}`, "opened http://example.com/2"]);
  });

  it("is made again once, not as often as the server likes", async () => {
    const { output, seen } = await call({ urls: [PAGE], always: true });
    expect(output).toMatch(/^fake_echo failed: .*a page is to be visited first/);
    expect(seen.filter((line) => line.startsWith("opened"))).toHaveLength(1);
  });

  it("fails with words when the user says no, gives up, or the page does not open", async () => {
    const no = () => Promise.resolve(false);
    const declined = await call({ urls: [PAGE] }, () => ({ approve: no }));
    expect(declined).toMatchObject({ ok: false, output: REFUSED });
    expect(declined.seen).toHaveLength(2);
    expect(await call({ urls: [PAGE] }, () => ({ goOn: no }))).toMatchObject({ ok: false, output: REFUSED });
    expect(await call({ urls: [PAGE] }, () => ({ openBrowser: no }))).toMatchObject({ ok: false, output: REFUSED });
  });

  it("opens nothing but web addresses, and not more than anybody goes through", async () => {
    for (const urls of [["file:///etc/passwd"], ["command:x"], [5], [], Array.from({ length: 6 }, () => PAGE)]) {
      const { ok, output, seen } = await call({ urls });
      expect({ ok, seen }).toEqual({ ok: false, seen: [] });
      expect(output).toMatch(/^fake_echo failed: it asked to open /);
    }
  });

  it("ends with the turn", async () => {
    const stop = new AbortController();
    const goOn: AnswerPorts["goOn"] = () => {
      stop.abort();
      return Promise.resolve(undefined);
    };
    expect(await call({ urls: [PAGE] }, () => ({ goOn }), stop.signal)).toMatchObject({
      output: "Stopped by the user.",
    });
  });
});
