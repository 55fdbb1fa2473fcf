// Which model answers in a conversation: kept with the conversation, and taken over from earlier versions.
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { KnownModels } from "../../extension/host/models/known-models.ts";
import type { Providers } from "../../extension/host/models/providers.ts";
import { modelKey } from "../../extension/message/model.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { readChoice } from "../../extension/persist/choices.ts";
import { openInMemory, type Store } from "../../extension/persist/database/store.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { loopback } from "../../extension/turn/wire.ts";

/** A memento that holds these values and no others. */
function memento(values: Record<string, unknown>): vscode.Memento {
  const kept = new Map(Object.entries(values));
  return {
    get: (key: string, otherwise?: unknown) => kept.get(key) ?? otherwise,
    update: (key, value) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
      return Promise.resolve();
    },
    keys: () => [...kept.keys()],
  };
}

function open(): Store {
  const store = openInMemory(tmpdir());
  createConversation(store, newConversation("ses_1", 1));
  // Selecting the model of a sidecar leaves the setting alone.
  createConversation(store, { ...newConversation("ses_side", 1), ephemeral: true });
  return store;
}

/** Nothing answers; each address that is asked is noted. */
function modelsThatLook(mayLook: boolean): { models: KnownModels; asked: string[]; close: () => void } {
  const store = open();
  const asked: string[] = [];
  const network: typeof fetch = (input) => {
    asked.push(new URL(new Request(input).url).host);
    return Promise.reject(new TypeError("fetch failed"));
  };
  const needs = { store, workspaceState: memento({}), globalState: memento({}), agentModel: () => loopback };
  const models = new KnownModels(
    { ...needs, mayLookForServers: () => mayLook },
    {
      access: (provider) => Promise.resolve({ provider, name: provider, fetch: network }),
      keyVariable: () => Promise.resolve(undefined),
    },
  );
  const close = (): void => {
    models.dispose();
    store.close();
  };
  return { models, asked, close };
}

function modelsOver(store: Store, workspaceState = memento({})): KnownModels {
  const needs = {
    store,
    workspaceState,
    globalState: memento({}),
    agentModel: () => loopback,
    mayLookForServers: () => false,
  };
  const notAsked = (): Promise<never> => Promise.reject(new Error("not asked here"));
  const providers: Pick<Providers, "access" | "keyVariable"> = { access: notAsked, keyVariable: notAsked };
  return new KnownModels(needs, providers);
}

describe("the model of a conversation", () => {
  it("is kept in its row, and goes along to a conversation that is not stored yet", async () => {
    const store = open();
    const models = modelsOver(store);
    await models.choose("ses_side", { ...loopback, provider: "custom", id: "one" });
    assert.equal(readChoice(store, "model", "ses_side"), "custom/one");
    assert.equal(readChoice(store, "model", "ses_1"), undefined);
    models.inherit("ses_side", "ses_new");
    assert.equal(modelKey(models.current("ses_new")), "custom/one");
    createConversation(store, newConversation("ses_new", 2));
    models.keepChoice("ses_new");
    assert.equal(readChoice(store, "model", "ses_new"), "custom/one");
    models.dispose();
    store.close();
  });

  it("that an earlier version kept is taken over, and no longer kept there", () => {
    const store = open();
    const workspaceState = memento({ "galley.chosenModels": { ses_1: "custom/one" } });
    const models = modelsOver(store, workspaceState);
    assert.equal(modelKey(models.current("ses_1")), "custom/one");
    assert.equal(readChoice(store, "model", "ses_1"), "custom/one");
    assert.deepEqual(workspaceState.keys(), []);
    models.dispose();
    store.close();
  });
});

describe("servers that the user has not set up", () => {
  it("are looked for on this machine only, when the list is opened", async () => {
    const { models, asked, close } = modelsThatLook(true);
    assert.deepEqual(asked, []);
    const providers = await models.refresh();
    assert.equal(await models.findUnset(), undefined);
    assert.deepEqual(asked, ["127.0.0.1:11434", "127.0.0.1:1234"]);
    assert.equal(providers.find(({ provider }) => provider === "ollama")?.lacks, "server");
    close();
  });

  it("are not looked for in a workspace that is not trusted", async () => {
    const { models, asked, close } = modelsThatLook(false);
    const providers = await models.refresh();
    assert.equal(await models.findUnset(), undefined);
    assert.deepEqual(asked, []);
    assert.equal(providers.find(({ provider }) => provider === "ollama")?.lacks, "trust");
    close();
  });
});
