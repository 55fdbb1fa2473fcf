// The lines of an agent in the journal, over more than one process.
import { describe, expect, it } from "vitest";
import { Journal } from "../../extension/send/line/journal.ts";
import { AgentJournal } from "../../extension/acp/window/agent-journal.ts";

const asks = (id: number): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "session/prompt", params: { sessionId: "s" } });
const answers = (id: number): string => JSON.stringify({ jsonrpc: "2.0", id, result: {} });

describe("the journal of an agent", () => {
  it("ends what was open with its process, and nothing of the one that was started after it", () => {
    const journal = new Journal();
    const agent = new AgentJournal("fake", journal, [], () => undefined);
    const [first, second] = [agent.tap(), agent.tap()];
    first.sent(asks(1));
    second.sent(asks(1));
    first.ended();
    expect(journal.entries().map(({ ended }) => ended?.how)).toEqual(["error", undefined]);
    second.received(answers(1), JSON.parse(answers(1)));
    expect(journal.entries()).toMatchObject([{ pieces: [] }, { status: 200, ended: { how: "end" } }]);
  });

  it("hides in every process what is a secret by then", () => {
    const journal = new Journal();
    const warnings: string[] = [];
    const agent = new AgentJournal("fake", journal, ["sesame"], (line) => warnings.push(line));
    const tap = agent.tap();
    agent.hide(["hush"]);
    tap.sent(asks(1).replace('"s"', '"sesame hush"'));
    tap.garbage("sesame, hush");
    expect(journal.entries()[0]?.body).toContain("[hidden] [hidden]");
    expect(warnings).toEqual(["fake wrote an invalid message: [hidden], [hidden]"]);
  });

  it("has nothing that MCP servers are given, whatever it is called, and nothing of it when it is echoed", () => {
    const journal = new Journal();
    const agent = new AgentJournal("fake", journal, [], () => undefined);
    const tap = agent.tap();
    const mcpServers = [
      {
        name: "files",
        command: "npx",
        args: ["-y", "server", "--x=two2", "two2"],
        env: [{ name: "A", value: "one1" }],
      },
      {
        ...{ type: "http", name: "web", url: "https://me:three3@example.com/mcp?q=four4" },
        headers: [{ name: "X-Any", value: "five5" }],
      },
    ];
    agent.hide(["one1", "two2", "three3", "four4", "five5"]);
    const params = { cwd: "/w", mcpServers };
    tap.sent(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "session/new", params }));
    const answer = { jsonrpc: "2.0", id: 1, result: { sessionId: "s", echo: mcpServers } };
    tap.received(JSON.stringify(answer), answer);
    const [entry] = journal.entries();
    expect(JSON.parse(entry?.body ?? "")).toMatchObject({
      params: {
        cwd: "/w",
        mcpServers: [
          {
            name: "files",
            command: "npx",
            args: ["-y", "[hidden]", "--x=[hidden]", "[hidden]"],
            env: [{ name: "A", value: "[hidden]" }],
          },
          {
            url: "https://[hidden]@example.com/mcp?q=[hidden]",
            headers: [{ name: "X-Any", value: "[hidden]" }],
          },
        ],
      },
    });
    expect(JSON.stringify(journal.entries())).not.toMatch(/one1|two2|three3|four4|five5/);
  });

  it("a request with servers that are none is kept without them", () => {
    const journal = new Journal();
    const params = { mcpServers: { secret: "x" } };
    const tap = new AgentJournal("fake", journal, [], () => undefined).tap();
    tap.sent(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "session/load", params }));
    expect(journal.entries()[0]?.body).toContain('"mcpServers":"[hidden]"');
  });
});
