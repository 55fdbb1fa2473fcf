// A server that wants a sign-in, as a person meets it: said once, the browser opens and comes back, the sign-in is kept.
import type { Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignInServer, signInServer } from "../fakes/mcp-sign-in.ts";
import { sayAnew } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

/** What stands before VS Code's server where people use it in a browser: the way to other ports, the key of secrets. */
async function stepIn({ page }: Window): Promise<void> {
  const context = page.context();
  await context.route(/\/proxy\/\d+\//, async (route) => {
    const asked = new URL(route.request().url());
    const [, port = "", rest = ""] = /^\/proxy\/(\d+)(\/.*)$/.exec(asked.pathname) ?? [];
    await route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${port}${rest}${asked.search}` }) });
  });
  await context.route("**/mint-key", (route) => route.fulfill({ body: "0123456789abcdef".repeat(2) }));
}

describe("a server that wants a sign-in", () => {
  let server: SignInServer;
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    server = await signInServer();
    window = await openWindow({ settings: { "galley.mcp.servers": { guarded: { url: server.url } } } });
    await stepIn(window);
    await window.reload();
    panel = await window.composer();
    await panel.getByRole("button", { name: /^Model: / }).waitFor();
  });

  afterAll(async () => {
    await window.close();
    await server[Symbol.asyncDispose]();
  });

  const answer = (): Locator => panel.getByRole("article", { name: "Loopback" }).last();
  const lines = (): Promise<(string | null)[]> =>
    window.page
      .getByRole("treeitem", { name: /^guarded, / })
      .evaluateAll((items) => items.map((item) => item.ariaLabel));

  const say = (text: string): Promise<void> => sayAnew(window, panel, text);

  /** Test windows show no toasts: what is said is looked up in the center. */
  async function notification(words: string): Promise<Locator> {
    await window.runCommand("Notifications: Show Notifications");
    return window.page.locator(".notification-list-item").filter({ hasText: words });
  }

  async function signIn(): Promise<Page> {
    const said = await notification("guarded requires sign-in");
    const [page] = await Promise.all([
      window.page.context().waitForEvent("page"),
      said.last().getByRole("button", { name: "Sign In" }).click(),
    ]);
    return page;
  }

  it("is not used before and says what it wants; the sign-in can be refused and given up, and says so", async () => {
    await say("call guarded_secret {}");
    await expect.poll(() => answer().innerText()).toContain("Unknown tool guarded_secret");
    await window.runCommand("Galley: Show MCP Servers");
    await expect.poll(lines).toEqual(["guarded, sign-in required"]);
    expect(server.registered).toEqual([]);

    let page = await signIn();
    await page.getByRole("link", { name: "Refuse" }).click();
    await page.getByText("Sign-in failed.").waitFor();
    await page.close();
    await (await notification("guarded requires sign-in: the sign-in was refused.")).waitFor();
    await window.screenshot("mcp-sign-in-refused");
    await expect.poll(lines).toEqual(["guarded, sign-in required"]);

    page = await signIn();
    await page.close();
    const waiting = await notification("Complete sign-in to MCP server guarded in your browser.");
    await window.screenshot("mcp-sign-in-waiting");
    await waiting.getByRole("button", { name: "Cancel" }).click();
    await (await notification("guarded requires sign-in: sign-in was canceled.")).waitFor();
    await expect.poll(lines).toEqual(["guarded, sign-in required"]);
  });

  it("is let through by the browser, its tool answers, and it is not asked for again after a reload", async () => {
    const page = await signIn();
    expect(new URL(page.url()).searchParams.get("redirect_uri")).toContain(`${window.server.origin}/proxy/`);
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByText("Sign-in complete.").waitFor();
    await page.close();
    await expect.poll(lines).toEqual(["guarded, running, 1 tool"]);
    await window.screenshot("mcp-signed-in");
    await say("call guarded_secret {}");
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+guarded_secret\s+inside/);
    expect(server.registered).toHaveLength(1);

    await window.reload();
    panel = await window.composer();
    await say("call guarded_secret {}");
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+guarded_secret\s+inside/);
    expect(server.exchanged).toHaveLength(1);
  });
});
