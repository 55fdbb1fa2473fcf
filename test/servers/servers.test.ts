// The same story with every server that people point Galley at: each keeps to its own rules, and none is broken.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AssistantMessage } from "../../extension/message/message.ts";
import { nextOf, SERVERS } from "../fakes/servers/all.ts";
import { converseWith, PICTURE, type Talk } from "../fakes/servers/conversation.ts";
import { type FakeServer, startServer } from "../fakes/servers/engine.ts";
import { groq, GROQ_PLAIN } from "../fakes/servers/groq.ts";
import { BREAK, LONG, LOOK, MORE } from "../fakes/servers/script.ts";

/** How the answers ended, with the server's words where it refused. */
function endOf(answers: readonly AssistantMessage[]): string {
  const { finish, error } = answers.at(-1)?.metadata ?? {};
  return error ?? finish ?? "no answer";
}

const partsOf = (answers: readonly AssistantMessage[]): AssistantMessage["parts"] =>
  answers.flatMap(({ parts }) => parts);

const count = (answers: readonly AssistantMessage[], type: string): number =>
  partsOf(answers).filter((part) => part.type === type).length;

/** Whose reasoning and sealed data reached a server. */
function marksIn({ arrived }: FakeServer): string[] {
  const marks = arrived.flatMap((body) =>
    [...body.matchAll(/(?:thought|sealed) by (.+?) \d/g)].map(([, name]) => name ?? ""),
  );
  return [...new Set(marks)];
}

describe.each(SERVERS.map((rules) => ({ name: rules.name, rules })))("$name", ({ rules }) => {
  let server: FakeServer;
  let other: FakeServer;
  let conversation: Talk;

  beforeEach(async () => {
    [server, other] = await Promise.all([startServer(rules), startServer(nextOf(rules))]);
    conversation = converseWith(server);
  });
  afterEach(async () => {
    conversation.close();
    await Promise.all([server.close(), other.close()]);
  });

  /** It gets its own reasoning back and nothing of another server's, and no rule has to be told twice. */
  function expectInOrder(one: FakeServer): void {
    expect(marksIn(one)).toEqual(one.rules.thinks ? [one.rules.name] : []);
    expect(one.refused).toEqual([...new Set(one.refused)]);
  }

  it("carries a turn of three rounds of tools with reasoning and a picture, and takes its history back", async () => {
    const answers = await conversation.ask(LOOK, true);
    expect(endOf(answers)).toBe("end");
    expect([count(answers, "tool-call"), count(answers, "tool-result")]).toEqual([4, 4]);
    expect(count(answers, "reasoning") > 0).toBe(rules.thinks);
    expect(server.arrived[0]?.includes(PICTURE)).toBe(rules.accepts.length > 0);
    expect(endOf(await conversation.ask(MORE))).toBe("end");
    expect(endOf(await conversation.ask(LOOK))).toBe("end");
    expectInOrder(server);
  });

  it("goes on after a stop in the midst of a call, and of a tool that runs", async () => {
    const broken = await conversation.stop(BREAK, server.held);
    expect(endOf(broken)).toBe("stopped");
    expect(count(broken, "tool-result")).toBe(0);
    expect(endOf(await conversation.ask(MORE))).toBe("end");
    expect(endOf(await conversation.ask(LOOK))).toBe("end");
    expect(endOf(await conversation.stop(LONG, conversation.slow))).toBe("stopped");
    expect(endOf(await conversation.ask(MORE))).toBe("end");
    expectInOrder(server);
  });

  it("hands the conversation to another server and takes it back, and neither gets what is the other's", async () => {
    expect(endOf(await conversation.ask(LOOK, true))).toBe("end");
    conversation.use(other);
    expect(endOf(await conversation.ask(LOOK))).toBe("end");
    expect(endOf(await conversation.ask(MORE))).toBe("end");
    conversation.use(server);
    expect(endOf(await conversation.ask(LOOK))).toBe("end");
    expect(endOf(await conversation.ask(MORE))).toBe("end");
    expectInOrder(server);
    expectInOrder(other);
  });
});

describe("another model of the same server", () => {
  it("that takes no reasoning gets none, and the first gets its own back", async () => {
    const server = await startServer(groq);
    const conversation = converseWith(server);
    expect(endOf(await conversation.ask(LOOK))).toBe("end");
    conversation.use(server, { id: GROQ_PLAIN });
    expect(endOf(await conversation.ask(LOOK))).toBe("end");
    expect(endOf(await conversation.ask(MORE))).toBe("end");
    expect(marksIn({ ...server, arrived: server.arrived.slice(-1) })).toEqual([]);
    conversation.use(server);
    expect(endOf(await conversation.ask(MORE))).toBe("end");
    expect(marksIn({ ...server, arrived: server.arrived.slice(-1) })).toEqual(["Groq"]);
    expect(server.refused).toHaveLength(1);
    conversation.close();
    await server.close();
  });
});
