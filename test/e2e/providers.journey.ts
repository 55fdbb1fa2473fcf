// A provider set up as a person does it: a key that is refused and one that is taken, a model chosen, an answer over the wire.
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Arrived, type WireServer, wireServer } from "../fakes/wire-server.ts";
import { ask, box, notice } from "./ask.ts";
import { sharedWindow } from "./shared.ts";
import type { Window } from "./window.ts";

const KEY = "k-the-right-one";

describe("a provider", () => {
  let server: WireServer;
  let window: Window;
  let panel: Frame;

  beforeAll(async () => {
    server = await wireServer("anthropic");
    server.key = KEY;
    window = await sharedWindow();
    window.setOnMachine({ "galley.providers.anthropic.baseUrl": server.url });
    panel = await window.composer();
  });

  afterAll(async () => {
    // They cover the panel.
    await window.runCommand("Notifications: Clear All Notifications");
    await server.close();
  });

  const posts = (): Arrived[] => server.arrived.filter(({ method }) => method === "POST");

  async function give(title: string, text: string): Promise<void> {
    const asked = await box(window, title);
    await asked.locator("input:visible").first().fill(text);
    await window.page.keyboard.press("Enter");
  }

  const withKey = (): Arrived[] => server.arrived.filter(({ headers }) => JSON.stringify(headers).includes(KEY));

  /** A key is sent once to try it, and again for the list of models when it is stored. */
  async function stored(sentBefore: number): Promise<void> {
    await expect.poll(() => withKey().length).toBeGreaterThan(sentBefore + 1);
  }

  async function say(words: string): Promise<void> {
    await panel.getByRole("textbox", { name: "Message" }).click();
    await window.page.keyboard.type(words);
    await window.page.keyboard.press("Enter");
  }

  it("takes a key once it is the right one and offers its models; the chosen one answers, and the key is seen nowhere", async () => {
    const asked = await ask(window, "Galley: Set API Key…", "Set API Key: Select Provider");
    await asked.getByRole("option", { name: /^Anthropic/ }).click();
    await give("Anthropic API Key", "k-wrong");
    const again = await box(window, "Anthropic API Key");
    await again.getByText(/rejected the API key/).waitFor();
    await window.screenshot("key-refused");
    await give("Anthropic API Key", KEY);
    await again.waitFor({ state: "hidden" });
    await stored(0);

    await panel.getByRole("button", { name: /^Model: / }).click();
    const picker = await box(window, "Select Model");
    const option = picker.getByRole("option", { name: /Claude Opus 5/ });
    await option.waitFor();
    await window.screenshot("model-picker");
    await option.click();
    await panel.getByRole("button", { name: "Model: Claude Opus 5" }).waitFor();
    await say("hello there");
    await panel.getByRole("article", { name: "Claude Opus 5" }).getByText("Hello world").waitFor();
    const [sent] = posts();
    expect(JSON.stringify(sent?.headers)).toContain(KEY);
    expect(sent?.body).not.toContain(KEY);
    expect(await panel.locator("body").innerHTML()).not.toContain(KEY);
    await window.screenshot("provider-answer");
  });

  it("that is busy is asked again, in sight; one that refuses holds what waits behind until the message that failed is tried again", async () => {
    server.faults.push({ kind: "status", status: 429, headers: { "retry-after": "3" } });
    await say("and again");
    await panel
      .getByRole("status")
      .filter({ hasText: /retrying/ })
      .waitFor();
    // At the answer, where one looks.
    await panel
      .getByRole("article", { name: "Claude Opus 5" })
      .last()
      .getByText(/^Retrying in/)
      .waitFor();
    await window.screenshot("retrying");
    await expect.poll(() => posts().length).toBe(3);
    await panel.getByRole("article", { name: "Claude Opus 5" }).last().getByText("Hello world").waitFor();

    server.faults.push({ kind: "status", status: 400 });
    // Slow enough that something can wait behind it.
    server.faults.unshift({ kind: "status", status: 429, headers: { "retry-after": "4" } });
    await say("this one fails");
    await panel.getByRole("article", { name: "You" }).getByText("this one fails").waitFor();
    await say("this one waits");
    const waiting = panel.getByRole("list", { name: "Queued messages" });
    await waiting.getByText("this one waits").waitFor();
    await panel.getByRole("status").filter({ hasText: "Session: error" }).waitFor();
    await panel.getByText("Queue on hold").waitFor();
    await window.screenshot("failed-holds");
    await panel.getByRole("button", { name: "Try Again" }).click();
    await panel.getByRole("article", { name: "You" }).getByText("this one waits").waitFor();
    await panel.getByRole("status").filter({ hasText: "Session: idle" }).waitFor();
    expect(posts().at(-1)?.body).toContain("this one waits");
    expect(posts().at(-2)?.body).toContain("this one fails");
  });

  it("is remembered; a key that is gone is asked for where it is missed, and the message goes again", async () => {
    await window.reload();
    panel = await window.composer();
    await panel.getByRole("button", { name: "Model: Claude Opus 5" }).waitFor();
    // A window in a browser keeps secrets no longer than its page.
    await say("still here?");
    await panel.getByRole("button", { name: "Set API Key…" }).click();
    const sentBefore = withKey().length;
    await give("Anthropic API Key", KEY);
    await stored(sentBefore);
    await panel.getByRole("button", { name: "Try Again" }).click();
    await panel.getByRole("article", { name: "Claude Opus 5" }).last().getByText("Hello world").waitFor();
    expect(posts().at(-1)?.body).toContain("still here?");
  });

  it("of one's own: a mistyped address is changed in the list where it was set, the right one brings its models, and it is removed", async () => {
    /** Of a long list only what is in sight is drawn: words bring it there. */
    const entry = async (words: string, name: RegExp): Promise<Locator> => {
      const picker = await ask(window, "Galley: Select Model…", "Select Model");
      await picker.locator("input:visible").first().fill(words);
      return picker.getByRole("option", { name });
    };
    const choose = async (words: string, name: RegExp): Promise<void> => (await entry(words, name)).click();
    const offered = async (name: RegExp): Promise<void> => (await entry("server", name)).waitFor();
    await choose("server", /Add OpenAI-Compatible Server…/);
    await give("Server URL", "http://127.0.0.1:9/v1");
    await notice(window, /127\.0\.0\.1:9\//);
    await offered(/Change Server URL….*127\.0\.0\.1:9/);
    await window.screenshot("server-in-picker");
    await window.page.keyboard.press("Escape");
    await choose("server", /Change Server URL…/);
    await give("Server URL", "http://127.0.0.1:10/v1");
    await notice(window, /127\.0\.0\.1:10\//);
    await offered(/Change Server URL….*127\.0\.0\.1:10/);
    await window.page.keyboard.press("Escape");
    const own = await wireServer("openai-chat");
    await choose("server", /Change Server URL…/);
    await give("Server URL", `${own.url}/v1`);
    // The list opens again by itself, with what the server has.
    const listed = await box(window, "Select Model");
    await listed.locator("input:visible").first().fill("Claude Opus 5");
    // That of Anthropic, and that of the server.
    await expect.poll(() => listed.getByRole("option", { name: /Claude Opus 5/ }).count()).toBe(2);
    await window.screenshot("server-models");
    await window.page.keyboard.press("Escape");
    await own.close();
    await choose("Remove", /Remove Server/);
    await notice(window, /Removed the server/);
    await offered(/Add OpenAI-Compatible Server…/);
    await window.page.keyboard.press("Escape");
  });
});
