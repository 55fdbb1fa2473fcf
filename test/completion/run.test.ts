import { describe, expect, it } from "vitest";
import { runCompletion, type RunPorts } from "../../extension/pipelines/completion/run.ts";
import { isSecretFile } from "../../extension/pipelines/completion/snippets/secret-file.ts";
import { Journal } from "../../extension/send/line/journal.ts";
import type { Fim } from "../../extension/pipelines/completion/request.ts";
import { fimServer } from "../fakes/fim/server.ts";
import { wirePorts } from "../fakes/completion-ports.ts";

const model = { id: "m", context_window: 8_192, max_output: 2_048, accepts: [], tools: false };
const text = "function one() {\n  \n}\n";
const wanted = { path: "src/one.ts", language: "typescript", text, offset: text.indexOf("\n}"), sources: [] };

async function run(provider: string, fim: Fim, ports: RunPorts): Promise<unknown> {
  const seen: string[] = [];
  const ran = await runCompletion(wanted, { ...model, provider }, fim, ports, new AbortController().signal, (output) =>
    seen.push(output),
  );
  return { ...ran, manifest: ran.manifest(), seen };
}

describe("a completion from its place to its answer", () => {
  it("comes from a server that fills in", async () => {
    const server = await fimServer("ollama", { pieces: ["return", " 1;"] });
    expect(await run("ollama", { format: "ollama-insert" }, wirePorts(server.url, fetch))).toMatchObject({
      answer: { ok: true, output: "return 1;" },
      seen: ["return", "return 1;"],
      manifest: { model: "ollama/m", task: [{ lowered_as: "ollama-insert" }, { lowered_as: "ollama-insert" }] },
    });
  });

  it("that the server refuses says how long the server wants to be left alone", async () => {
    const server = await fimServer("ollama", { pieces: [], status: 429 });
    expect(await run("ollama", { format: "ollama-insert" }, wirePorts(server.url, fetch))).toMatchObject({
      answer: { ok: false, failure: { code: "rate-limited" }, waitMs: 7_000 },
    });
  });

  it("comes from a model that converses, without its fence", async () => {
    const bodies: string[] = [];
    const chat: typeof fetch = (_, init) => {
      bodies.push(typeof init?.body === "string" ? init.body : "");
      const chunk = (delta: object, finish_reason: string | null): string =>
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      const pieces = ["```ts\n", "return 1;\n", "```"].map((content) => chunk({ role: "assistant", content }, null));
      const body = `${pieces.join("")}${chunk({}, "stop")}data: [DONE]\n\n`;
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    };
    expect(await run("custom", { format: "chat" }, wirePorts("http://box.test/v1", chat))).toMatchObject({
      answer: { ok: true, output: "return 1;" },
      manifest: { layers: [{ id: "completion" }] },
    });
    expect(bodies[0]).toContain("<FILL_HERE>");
  });
});

describe("the journal", () => {
  const begin = (journal: Journal, about: string): void => {
    journal.begin({ about, provider: "ollama", method: "POST", url: "http://box.test/", headers: {}, body: "{}" });
  };

  it("keeps the last twenty completions, and loses no request of a turn to them", () => {
    const journal = new Journal();
    for (const about of ["msg_1", "msg_2"]) begin(journal, about);
    for (let count = 0; count < 500; count += 1) begin(journal, "completion");
    expect(journal.entries("completion").map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => 483 + at));
    expect(journal.entries()).toHaveLength(22);
  });

  it("has the requests of a server that fills in", async () => {
    const server = await fimServer("ollama", { pieces: ["1"] });
    const journal = new Journal();
    const ports = wirePorts(server.url, fetch);
    const access: RunPorts["access"] = async (provider) => ({ ...(await ports.access(provider)), journal });
    await run("ollama", { format: "ollama-insert" }, { ...ports, access });
    expect(journal.entries("completion")).toMatchObject([{ method: "POST", status: 200 }]);
  });
});

describe("files with secrets", () => {
  it.each([".env", "a/.env.local", "k/server.pem", "C:\\k\\id_rsa", "secrets.yaml", ".npmrc"])("%s is one", (path) => {
    expect(isSecretFile(path)).toBe(true);
  });

  it.each(["src/env.ts", ".env.example", "keys.ts", "src/credentials.ts", "monkey.txt"])("%s is none", (path) => {
    expect(isSecretFile(path)).toBe(false);
  });
});
