// Ollama that does not answer: the machine that was asked is named, and the way to the user's own is offered.
import { expect, test } from "vitest";
import { ollamaSteps } from "../../extension/host/models/ollama-steps.ts";

const labels = (remoteName: string | undefined): string[] =>
  ollamaSteps(remoteName).map(({ label }) => label.replace(/^\$\([\w-]+\) /, ""));

test("in a local window Ollama is simply not running", () => {
  expect(labels(undefined)).toEqual(["Ollama is not running"]);
});

test.each(["dev-container", "attached-container"])(
  "in a %s the address of the machine with Docker is offered",
  (name) => {
    expect(labels(name)).toEqual(["Ollama is not running in this container", "Use Ollama on Your Machine…"]);
    expect(ollamaSteps(name)[1]).toMatchObject({ act: "set-url", url: "http://host.docker.internal:11434" });
  },
);

test("over SSH a line for the config file leads back to the user's machine", () => {
  expect(labels("ssh-remote")).toEqual(["Ollama is not running on the SSH host", "Use Ollama on Your Machine…"]);
  expect(ollamaSteps("ssh-remote")[1]).toMatchObject({ act: "show-line", line: "RemoteForward 11434 127.0.0.1:11434" });
});

test("elsewhere the machine is named, and no way is promised", () => {
  expect(labels("wsl")).toEqual(["Ollama is not running in WSL"]);
  expect(labels("codespaces")).toEqual(["Ollama is not running in this codespace"]);
  expect(labels("tunnel")).toEqual(["Ollama is not running on the remote machine"]);
  expect(labels("constructor")).toEqual(["Ollama is not running on the remote machine (constructor)"]);
});
