// The lines of an agent in the journal, over more than one process.
import { describe, expect, it } from "vitest";
import { Journal } from "../../extension/send/journal.ts";
import { AgentJournal } from "../../extension/turn/agent-journal.ts";

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
    second.received(answers(1));
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
    expect(warnings).toEqual(["fake wrote what is no message: [hidden], [hidden]"]);
  });
});
