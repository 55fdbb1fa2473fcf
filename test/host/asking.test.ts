// What Galley asks in VS Code's own boxes, and what becomes of the answers.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Agent } from "../../extension/acp/agent.ts";
import { Secrets } from "../../extension/message/secrets/secrets.ts";
import { signInAgent } from "../../extension/host/acp/commands.ts";
import { selectProfile } from "../../extension/host/profiles/profile-picker.ts";
import type { Profiles } from "../../extension/host/profiles/profiles.ts";
import { setApiKey, type SetUp } from "../../extension/host/models/key-commands.ts";
import { setServer } from "../../extension/host/models/server-commands.ts";
import { Providers } from "../../extension/host/models/providers.ts";
import { formatStoredKey } from "../../extension/host/models/stored-key.ts";
import { eventually } from "./eventually.ts";

const { showErrorMessage, showInputBox, showQuickPick } = vscode.window;

const neverChange: vscode.SecretStorage["onDidChange"] = () => new vscode.Disposable(() => undefined);
const setUpWith = (parts: object): SetUp => parts as SetUp;

/** Escape is pressed at each input box; returns the boxes that were shown. */
function escaped(): vscode.InputBoxOptions[] {
  const shown: vscode.InputBoxOptions[] = [];
  Object.assign(vscode.window, {
    showInputBox: (options: vscode.InputBoxOptions) => Promise.resolve(void shown.push(options)),
  });
  return shown;
}

describe("what is asked in VS Code", () => {
  afterEach(async () => {
    Object.assign(vscode.window, { showErrorMessage, showInputBox, showQuickPick });
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
  });

  it("an agent that was signed in to is made ready where that was asked, whichever conversation is in front by then", async () => {
    let shown = "asked here";
    const warmed: unknown[] = [];
    const authMethods = [{ id: "browser", name: "In the browser" }];
    const agent = {
      name: "Fake",
      setting: { id: "fake" },
      start: () => Promise.resolve({ ok: true, value: { authMethods } }),
      authenticate: () => {
        shown = "another";
        return Promise.resolve(undefined);
      },
    };
    const acp = {
      agentOf: () => agent as unknown as Agent,
      agents: { warm: (...about: unknown[]) => Promise.resolve(void warmed.push(about)) },
    };
    Object.assign(vscode.window, { showQuickPick: ([first]: unknown[]) => Promise.resolve(first) });
    await signInAgent(acp, { focusedConversation: () => shown, reportFailure: () => undefined });
    assert.deepEqual(warmed, [["asked here", "fake", ["Signed in to Fake."]]]);
  });

  it("what is chosen in the list of agents and fails is said", async () => {
    const said: string[] = [];
    Object.assign(vscode.window, { showErrorMessage: (message: string) => Promise.resolve(void said.push(message)) });
    const profiles: object = {
      ready: () => Promise.resolve(),
      of: () => ({ agent: { name: "default" } }),
      all: [{ name: "default", description: "", source: "bundled", hides: [], file: "default.toml" }],
      problems: [],
      choose: () => {
        throw new Error("The disk is full.");
      },
    };
    const closed = selectProfile(profiles as Profiles, () => "here", undefined);
    await eventually(
      async () => {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return said.join();
      },
      (words) => words === "The disk is full.",
    );
    await closed;
  });

  it("the address of a server begins with its scheme", async () => {
    const shown = escaped();
    await setServer(setUpWith({}), "custom");
    const [box] = shown;
    assert.equal(box?.validateInput?.("http://localhost:1234/v1"), undefined);
    assert.equal(box?.validateInput?.("localhost:1234/v1"), "Enter a URL that begins with http:// or https://.");
  });

  it("only a key that is stored can be removed, not the environment's", async () => {
    const secrets = new Map<string, string>();
    const storage: Partial<vscode.SecretStorage> = {
      get: (name) => Promise.resolve(secrets.get(name)),
      onDidChange: neverChange,
    };
    const log = vscode.window.createOutputChannel("asking", { log: true });
    const providers = new Providers({ secretStorage: storage as vscode.SecretStorage, log, hidden: new Secrets() });
    const setUp = setUpWith({ providers });
    const shown = escaped();
    const before = process.env["ANTHROPIC_API_KEY"];
    process.env["ANTHROPIC_API_KEY"] = "of the environment";
    try {
      await setApiKey(setUp, "anthropic");
      secrets.set("galley.key.anthropic", "of the user");
      await setApiKey(setUp, "anthropic");
    } finally {
      if (before === undefined) delete process.env["ANTHROPIC_API_KEY"];
      else process.env["ANTHROPIC_API_KEY"] = before;
      log.dispose();
    }
    const [environment, stored] = shown;
    assert.doesNotMatch(environment?.prompt ?? "", /Leave empty/);
    assert.equal(environment?.validateInput?.(""), "Enter an API key.");
    assert.match(stored?.prompt ?? "", /Leave empty to remove the saved key/);
    assert.equal(stored?.validateInput?.(""), undefined);
  });

  it("a key that was read while the user wrote is used, and one that is set meanwhile counts at once", async () => {
    const secrets = new Map<string, string>();
    let reads = 0;
    const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
    const storage: Partial<vscode.SecretStorage> = {
      onDidChange: changed.event,
      get: (name) => {
        reads += 1;
        return Promise.resolve(secrets.get(name));
      },
      store: (name, value) => Promise.resolve(void secrets.set(name, value)),
    };
    const log = vscode.window.createOutputChannel("asking", { log: true });
    const providers = new Providers({ secretStorage: storage as vscode.SecretStorage, log, hidden: new Secrets() });
    const keyNow = async () => (await providers.access("gemini")).key;
    const origin = "https://generativelanguage.googleapis.com";
    try {
      providers.prepare("gemini");
      assert.equal(await keyNow(), undefined);
      assert.equal(reads, 1, "that there is none is known, too");
      secrets.set("galley.key.gemini", formatStoredKey({ origin, key: "of another window" }));
      changed.fire({ key: "galley.key.gemini" });
      assert.equal(await keyNow(), "of another window");
      reads = 0;
      await providers.setKey("gemini", origin, "first");
      for (let key = 0; key < 5; key++) providers.prepare("gemini");
      assert.equal(await keyNow(), "first");
      assert.equal(reads, 1);
      await providers.setKey("gemini", origin, "second");
      assert.equal(await keyNow(), "second");
    } finally {
      changed.dispose();
      log.dispose();
    }
  });

  it("a key belongs to the host that the box names, and goes to no other", async () => {
    const secrets = new Map<string, string>();
    const storage: Partial<vscode.SecretStorage> = {
      get: (name) => Promise.resolve(secrets.get(name)),
      store: (name, value) => Promise.resolve(void secrets.set(name, value)),
      onDidChange: neverChange,
    };
    const log = vscode.window.createOutputChannel("asking", { log: true });
    const providers = new Providers({ secretStorage: storage as vscode.SecretStorage, log, hidden: new Secrets() });
    const setUp = setUpWith({ providers, models: { refresh: () => Promise.resolve() } });
    const prompts: string[] = [];
    const answer = ({ prompt = "" }: vscode.InputBoxOptions): Promise<string> => {
      prompts.push(prompt);
      return Promise.resolve("k-entered");
    };
    Object.assign(vscode.window, { showInputBox: answer });
    const keyAt = async (provider: "anthropic" | "custom", address: string | undefined) => {
      const settings = vscode.workspace.getConfiguration("galley");
      await settings.update(`providers.${provider}.baseUrl`, address, vscode.ConfigurationTarget.Global);
      return (await providers.access(provider)).key;
    };
    const here = "http://127.0.0.1:9/v1";
    try {
      assert.equal(await keyAt("custom", here), undefined);
      await setApiKey(setUp, "custom");
      assert.match(prompts.join(), /is sent only to 127\.0\.0\.1:9\./);
      assert.equal(await keyAt("custom", here), "k-entered");
      assert.equal(await keyAt("custom", "http://127.0.0.1:10/v1"), undefined);
      assert.equal(await keyAt("custom", "https://127.0.0.1:9/v1"), undefined);
      assert.equal(await keyAt("custom", here), "k-entered");
      // Keys of an earlier version have no host.
      secrets.set("galley.key.custom", "k-bare").set("galley.key.anthropic", "k-bare");
      assert.equal(await keyAt("custom", here), undefined);
      assert.equal(await keyAt("anthropic", undefined), "k-bare");
      assert.equal(await keyAt("anthropic", here), undefined);
      assert.equal(await keyAt("anthropic", undefined), "k-bare");
      secrets.set("galley.key.anthropic", "k-bare");
      assert.equal(await keyAt("anthropic", here), undefined);
      assert.equal(await keyAt("anthropic", undefined), undefined);
    } finally {
      await keyAt("custom", undefined);
      await keyAt("anthropic", undefined);
      log.dispose();
    }
  });
});
