// MCP servers as a person meets them: brought by the workspace and allowed, a tool asked about, its progress, Stop, the view.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copySample, freshFolder } from "../../scripts/vscode.mjs";
import { everythingOverHttp } from "../fakes/mcp.ts";
import { sayAnew } from "./ask.ts";
import { openWindow, type Window } from "./window.ts";

const server = join(
  dirname(import.meta.dirname),
  "../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

const fake = join(import.meta.dirname, "../fakes/mcp-server.ts");

describe("MCP servers", () => {
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    const folder = copySample(join(freshFolder("served"), "sample"));
    mkdirSync(join(folder, ".vscode"), { recursive: true });
    configure(folder, { everything: { command: process.execPath, args: [server] } });
    window = await openWindow({ folder });
    panel = await window.composer();
    await panel.getByRole("button", { name: /^Model: / }).waitFor();
  });

  afterAll(() => window.close());

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

  it("of the workspace start when the user says so", async () => {
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.insertText('call everything_echo {"message":"hi"}');
    await window.page.keyboard.press("Enter");
    await expect.poll(() => answer().innerText()).toContain("Unknown tool everything_echo");
    await start("everything");
    await window.screenshot("mcp-view");
  });

  it("offer tools that are asked about, and answer", async () => {
    await say('call everything_echo {"message":"hi"}');
    await status("waiting").waitFor();
    await panel.getByText("Use everything_echo").first().waitFor();
    await window.screenshot("mcp-approval");
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await status("idle").waitFor();
    await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+everything_echo\s+Echo: hi/);
  });

  it("tell how far they are, and end with Stop", async () => {
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

  it("offer prompts as commands, whose values they complete and whose text they write", async () => {
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
  });

  it("offer resources as mentions, templates filled as one types", async () => {
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

  it("ask the user for a form, and the model only with leave", async () => {
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
  });

  it("offer the page a call wants visited first, and make the call again", async () => {
    const page = "http://pages.test/prove?who=a%26b";
    await window.page.context().route("http://pages.test/**", (route) => route.fulfill({ body: "Who are you?" }));
    configure(window.folder, { pages: { command: process.execPath, args: [fake, "pages"] } });
    await window.page.getByRole("treeitem", { name: /^pages, / }).waitFor();
    await say("call pages_echo {}");
    await status("idle").waitFor();
    await start("pages");
    await say(`call pages_echo ${JSON.stringify({ message: "hi", urls: [page] })}`);
    await panel.getByRole("button", { name: "Allow Once" }).click();
    const asks = panel.getByRole("group", { name: "pages wants to open a page in your browser" });
    await asks.getByText(page).waitFor();
    await window.screenshot("mcp-page");
    const opened = window.page.context().waitForEvent("page");
    await asks.getByRole("button", { name: "Allow Once" }).click();
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

  it("do the same over HTTP", async () => {
    await using web = await everythingOverHttp();
    configure(window.folder, { web: { url: web.url } });
    await window.page.getByRole("treeitem", { name: /^web, / }).waitFor();
    await say('call web_echo {"message":"hi"}');
    await status("idle").waitFor();
    await start("web");
    await say('call web_echo {"message":"hello"}');
    await panel.getByRole("button", { name: "Allow Once" }).click();
    await expect.poll(() => answer().innerText()).toMatch(/tool-result\s+web_echo\s+Echo: hello/);
  });
});
