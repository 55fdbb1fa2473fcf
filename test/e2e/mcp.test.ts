// MCP servers as a person meets them: brought by the workspace and allowed, a tool asked about, its progress, Stop, the view, a sign-in.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BrowserContext, Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copySample, freshFolder } from "../../scripts/vscode.mjs";
import { type SignInServer, signInServer } from "../fakes/mcp-sign-in.ts";
import { sayAnew } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const server = join(
  dirname(import.meta.dirname),
  "../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

const fake = join(import.meta.dirname, "../fakes/mcp-server.ts");

/** What stands before VS Code's server where people use it in a browser: the way to other ports, the key of secrets. */
async function stepIn(context: BrowserContext): Promise<void> {
  await context.route(/\/proxy\/\d+\//, async (route) => {
    const asked = new URL(route.request().url());
    const [, port = "", rest = ""] = /^\/proxy\/(\d+)(\/.*)$/.exec(asked.pathname) ?? [];
    await route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${port}${rest}${asked.search}` }) });
  });
  await context.route("**/mint-key", (route) => route.fulfill({ body: "0123456789abcdef".repeat(2) }));
}

describe("MCP servers", () => {
  let guarded: SignInServer;
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    const folder = copySample(join(freshFolder("served"), "sample"));
    mkdirSync(join(folder, ".vscode"), { recursive: true });
    configure(folder, { everything: { command: process.execPath, args: [server] } });
    guarded = await signInServer();
    window = await openWindow({
      folder,
      settings: { "galley.mcp.servers": { guarded: { url: guarded.url } } },
      before: stepIn,
    });
    panel = await window.composer();
    await panel.getByRole("button", { name: /^Model: / }).waitFor();
  });

  afterAll(async () => {
    await window.close();
    await guarded[Symbol.asyncDispose]();
  });

  const status = (state: string): Locator => panel.getByRole("status").filter({ hasText: `Session: ${state}` });
  const answer = (): Locator => panel.getByRole("article", { name: "Loopback" }).last();

  function configure(folder: string, servers: Record<string, object>): void {
    writeFileSync(join(folder, ".vscode/mcp.json"), JSON.stringify({ servers }, null, 2));
  }

  /** Test windows show no toasts: the question is looked up in the center. */
  async function start(name: string): Promise<void> {
    await window.runCommand("Notifications: Show Notifications");
    const question = window.page.locator(".notification-list-item").filter({ hasText: `MCP servers: ${name}` });
    await question.getByRole("button", { name: "Start" }).click();
    await window.runCommand("Galley: Show MCP Servers");
    await window.page.getByRole("treeitem", { name: new RegExp(`^${name}, running, \\d+ tools`) }).waitFor();
  }

  const say = (text: string): Promise<void> => sayAnew(window, panel, text);

  it("of the workspace start when the user says so; their tools are asked about, answer, tell how far they are, and end with Stop", async () => {
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.insertText('call everything_echo {"message":"hi"}');
    await window.page.keyboard.press("Enter");
    await expect.poll(() => answer().innerText()).toContain("Unknown tool everything_echo");
    await start("everything");
    await window.screenshot("mcp-view");

    await say('call everything_echo {"message":"hi"}');
    await status("waiting").waitFor();
    await panel.getByText("Use everything_echo").first().waitFor();
    await window.screenshot("mcp-approval");
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await status("idle").waitFor();
    await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+everything_echo\s+Echo: hi/);

    await say('call everything_trigger-long-running-operation {"duration":60,"steps":120}');
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await answer()
      .getByText(/\d+ of 120/)
      .waitFor();
    await window.screenshot("mcp-progress");
    await panel.getByRole("button", { name: "Stop", exact: true }).click();
    await status("idle").waitFor();
    await answer().getByText("Stopped", { exact: false }).first().waitFor();
    await expect.poll(() => panel.getByRole("button", { name: "Stop", exact: true }).count()).toBe(0);
  });

  /** An empty message, typed key by key: lists open for what is typed. */
  async function type(text: string): Promise<void> {
    await panel.getByRole("button", { name: "New conversation" }).click();
    await panel.getByRole("heading", { name: "New conversation" }).waitFor();
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.type(text);
  }

  it("offer prompts as commands, whose values they complete, and resources as mentions, templates filled as one types", async () => {
    await type("/everything:comp");
    await panel.getByRole("option", { name: "/everything:completable-prompt" }).waitFor();
    await window.page.keyboard.press("Enter");
    await panel.getByRole("option", { name: "Engineering" }).waitFor();
    await window.page.keyboard.type("Sa");
    await expect.poll(() => panel.getByRole("option").count()).toBe(1);
    await window.page.keyboard.press("Tab");
    await panel.getByRole("option", { name: "Frank" }).waitFor();
    await window.screenshot("mcp-prompt");
    await window.page.keyboard.type("Eve");
    await window.page.keyboard.press("Enter");
    await status("idle").waitFor();
    await expect.poll(() => answer().innerText()).toContain("Please promote Eve to the head of the Sales team");

    await type("@demo://resource/dynamic/te");
    await panel.getByRole("option", { name: /demo:\/\/resource\/dynamic\/text\/\{resourceId\}/ }).click();
    await window.page.keyboard.type("7");
    await panel.getByRole("option", { name: /resourceId: 7/ }).waitFor();
    await window.screenshot("mcp-resource");
    await window.page.keyboard.press("Enter");
    await panel.getByRole("button", { name: /dynamic\/text\/7, resource, ~\d+ tokens/ }).waitFor();
    await window.page.keyboard.press("Enter");
    await expect.poll(() => answer().innerText()).toContain("editor-context resource");
  });

  it("ask the user for a form, the model only with leave, and offer the page a call wants visited first", async () => {
    await say("call everything_trigger-elicitation-request {}");
    await panel.getByRole("button", { name: "Allow Once" }).click();
    const form = panel.getByRole("group", { name: "everything needs information" });
    await form.getByRole("textbox", { name: "String *", exact: true }).fill("Ada");
    await window.screenshot("mcp-form");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect.poll(() => answer().innerText()).toContain("User provided the requested information");
    await say('call everything_trigger-sampling-request {"prompt":"What is a galley?"}');
    await panel.getByRole("button", { name: "Allow Once" }).click();
    const asks = panel.getByRole("group", { name: "everything wants to send this prompt to Loopback" });
    await asks.getByText("What is a galley?").waitFor();
    await window.screenshot("mcp-sampling");
    await asks.getByRole("button", { name: "Allow Once" }).click();
    const gives = panel.getByRole("group", { name: "Send this answer to everything?" });
    await gives.getByRole("button", { name: "Allow Once" }).click();
    await status("idle").waitFor();
    await expect.poll(() => answer().innerText()).toContain("LLM sampling result");

    const page = "http://pages.test/prove?who=a%26b";
    await window.page.context().route("http://pages.test/**", (route) => route.fulfill({ body: "Who are you?" }));
    configure(window.folder, { pages: { command: process.execPath, args: [fake, "pages"] } });
    await window.page.getByRole("treeitem", { name: /^pages, / }).waitFor();
    await say("call pages_echo {}");
    await status("idle").waitFor();
    await start("pages");
    await say(`call pages_echo ${JSON.stringify({ message: "hi", urls: [page] })}`);
    await panel.getByRole("button", { name: "Allow Once" }).click();
    const wants = panel.getByRole("group", { name: "pages wants to open a page in your browser" });
    await wants.getByText(page).waitFor();
    await window.screenshot("mcp-page");
    const opened = window.page.context().waitForEvent("page");
    await wants.getByRole("button", { name: "Allow Once" }).click();
    await window.page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
    const tab = await opened;
    await tab.getByText("Who are you?").waitFor();
    expect(tab.url()).toBe(page);
    await tab.close();
    const goOn = panel.getByRole("group", { name: /^Complete the pages request in your browser/ });
    await goOn.waitFor();
    await window.screenshot("mcp-page-done");
    await goOn.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+pages_echo\s+echo: hi/);
  });

  describe("a server that wants a sign-in", () => {
    const lines = (): Promise<(string | null)[]> =>
      window.page
        .getByRole("treeitem", { name: /^guarded, / })
        .evaluateAll((items) => items.map((item) => item.ariaLabel));

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

    it("is not used before and says what it wants; the sign-in can be refused and given up; once it is made, the tool answers, also after a reload", async () => {
      await say("call guarded_secret {}");
      await expect.poll(() => answer().innerText()).toContain("Unknown tool guarded_secret");
      await window.runCommand("Galley: Show MCP Servers");
      await expect.poll(lines).toEqual(["guarded, sign-in required"]);
      expect(guarded.registered).toEqual([]);

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

      page = await signIn();
      expect(new URL(page.url()).searchParams.get("redirect_uri")).toContain(`${window.server.origin}/proxy/`);
      await page.getByRole("link", { name: "Allow" }).click();
      await page.getByText("Sign-in complete.").waitFor();
      await page.close();
      await expect.poll(lines).toEqual(["guarded, running, 1 tool"]);
      await window.screenshot("mcp-signed-in");
      await say("call guarded_secret {}");
      await panel.getByRole("button", { name: "Allow Once" }).click();
      await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+guarded_secret\s+inside/);
      expect(guarded.registered).toHaveLength(1);

      await window.reload();
      panel = await window.composer();
      await say("call guarded_secret {}");
      await panel.getByRole("button", { name: "Allow Once" }).click();
      await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+guarded_secret\s+inside/);
      expect(guarded.exchanged).toHaveLength(1);
    });
  });
});
