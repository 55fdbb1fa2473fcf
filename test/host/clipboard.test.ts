// What is read through the clipboard, and what the user finds there afterwards.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { readThroughClipboard } from "../../extension/host/window/through-clipboard.ts";

const { clipboard } = vscode.env;

describe("reading through the clipboard", () => {
  const copying = ["one", "two", ""].map((text) => ({ text, id: `galley-test.copy${text}` }));
  let registered: vscode.Disposable[];
  before(() => {
    registered = copying.map(({ text, id }) =>
      vscode.commands.registerCommand(id, () => (text === "" ? undefined : clipboard.writeText(text))),
    );
  });
  after(() => {
    for (const command of registered) command.dispose();
  });

  it("two at once get each their own, and the user's text is back", async () => {
    await clipboard.writeText("mine");
    const read = await Promise.all(copying.map(({ id }) => readThroughClipboard(id)));
    assert.deepEqual(read, ["one", "two", ""]);
    assert.equal(await clipboard.readText(), "mine");
  });

  it("nothing is written over what is not text, but what the command copies", async () => {
    await clipboard.writeText("");
    assert.equal(await readThroughClipboard("galley-test.copy"), "");
    assert.equal(await readThroughClipboard("galley-test.copyone"), "one");
    assert.equal(await clipboard.readText(), "one");
  });

  it("a command that fails gives the text back, and the next is read", async () => {
    await clipboard.writeText("mine");
    await assert.rejects(readThroughClipboard("galley-test.none"));
    assert.equal(await readThroughClipboard("galley-test.copyone"), "one");
    assert.equal(await clipboard.readText(), "mine");
  });
});
