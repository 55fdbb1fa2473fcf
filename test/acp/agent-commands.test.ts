// What an agent offers, among the commands of Galley.
import { describe, expect, it } from "vitest";
import { BUILT_IN_IDS, BUILT_INS } from "../../extension/compose/built-in.ts";
import { mergeCommands } from "../../extension/compose/catalog.ts";
import { agentCommands } from "../../extension/acp/window/agent-commands.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { fakePorts } from "../fakes/ports.ts";

const model = { ...loopback, provider: "acp", id: "fake", name: "Fake", keeps_session: true };
const tidy = { name: "tidy", description: "Tidies up", input: { hint: "what" } };
const compact = { name: "compact", description: "Makes room" };

describe("a command of an agent", () => {
  it("is called as the agent calls it, and goes to it as it is", () => {
    expect(agentCommands(model, [tidy, { name: "a$1", description: "" }], BUILT_IN_IDS)).toEqual([
      {
        ...{ id: "/tidy", description: "Tidies up", source: "agent", origin: "Fake" },
        arguments: [{ name: "what", required: false }],
        body: { kind: "template", text: "/tidy $ARGUMENTS" },
      },
      expect.objectContaining({ body: { kind: "template", text: "/a$$1 $ARGUMENTS" }, arguments: [] }),
    ]);
  });

  it("that Galley has one of its own for is there all the same, with the agent before it", () => {
    const { byId } = mergeCommands([...BUILT_INS, ...agentCommands(model, [compact], BUILT_IN_IDS)]);
    expect(byId.get("/compact")).toMatchObject({ source: "built-in", hides: [] });
    expect(byId.get("/fake:compact")).toMatchObject({ body: { kind: "template", text: "/compact $ARGUMENTS" } });
    expect(agentCommands({ ...model, id: "9th" }, [compact], BUILT_IN_IDS)[0]?.id).toBe("/agent-9th:compact");
  });

  it("is what compacts: Galley names it where the agent has one", async () => {
    const words = "The agent manages its own context. To compact it,";
    const without = new Conversation(fakePorts({ model }), "ses_1");
    expect(await without.runner.compact()).toMatchObject({
      message: `${words} use the agent's own command, if it has one.`,
    });
    const conversation = new Conversation(
      fakePorts({ model, commands: agentCommands(model, [compact], BUILT_IN_IDS) }),
      "ses_1",
    );
    expect(await conversation.runner.compact()).toMatchObject({ message: `${words} send /fake:compact.` });
  });
});
