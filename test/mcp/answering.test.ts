// What a real server asks of the user while its tool runs, and what it hears back.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answering, type AnswerPorts } from "../../extension/mcp/answering.ts";
import { readForm } from "../../extension/mcp/form.ts";
import { type FormField, problemOf } from "../../extension/message/form.ts";
import { everythingServer, type RunningServer } from "../fakes/running-server.ts";

const nobody: AnswerPorts = {
  modelName: () => "Loopback",
  approve: () => Promise.resolve(undefined),
  fill: () => Promise.resolve({ action: "cancel" }),
  sample: () => Promise.resolve({ ok: false, failure: "nobody is there" }),
  goOn: () => Promise.resolve(undefined),
  openBrowser: () => Promise.resolve(true),
};

let running: RunningServer;
let user = nobody;

beforeAll(async () => {
  const ports: AnswerPorts = {
    modelName: (...args) => user.modelName(...args),
    approve: (...args) => user.approve(...args),
    fill: (...args) => user.fill(...args),
    sample: (...args) => user.sample(...args),
    goOn: (...args) => user.goOn(...args),
    openBrowser: (...args) => user.openBrowser(...args),
  };
  running = everythingServer(() => undefined, answering(ports));
  await running.server.use();
});

afterAll(() => running.server.stop());

/** A tool that asks, and what it says of the answer. */
async function call(ports: Partial<AnswerPorts>, tool: string, input = {}): Promise<string> {
  user = { ...nobody, ...ports };
  const { signal } = new AbortController();
  return JSON.stringify(await running.server.link?.call(tool, input, { signal }));
}

describe("a server that asks the user", () => {
  it("gets what was filled in, and only what its form has", async () => {
    const asked: FormField[] = [];
    const said = await call(
      {
        fill: (_server, { fields }) => {
          asked.push(...fields);
          return Promise.resolve({ action: "accept", values: { name: "Ada", check: true, integer: 7, stray: "x" } });
        },
      },
      "trigger-elicitation-request",
    );
    expect(asked.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["text", "yes-no", "number", "choice"] satisfies FormField["kind"][]),
    );
    expect(said).toContain("Name: Ada");
    expect(said).toContain("Agreed to terms: true");
    expect(said).not.toContain("stray");
  });

  it("is told no, or that nobody said anything", async () => {
    const declined = await call({ fill: () => Promise.resolve({ action: "decline" }) }, "trigger-elicitation-request");
    expect(declined).toContain("declined");
    expect(await call({}, "trigger-elicitation-request")).toContain("cancelled");
  });

  it("does not get what breaks the rules of its own form", async () => {
    const said = await call(
      { fill: () => Promise.resolve({ action: "accept", values: { name: "Ada", integer: 1000 } }) },
      "trigger-elicitation-request",
    );
    expect(said).toContain("cancelled");
  });

  it("has a page opened only after the user said so", async () => {
    const opened: string[] = [];
    const openBrowser = (url: string) => Promise.resolve(opened.push(url) > 0);
    const asked: string[] = [];
    const page = { url: "https://example.com/sign" };
    const said = await call(
      {
        openBrowser,
        approve: (_server, { title, text }) => {
          asked.push(title, text);
          return Promise.resolve(true);
        },
      },
      "trigger-url-elicitation",
      page,
    );
    expect(said).toContain("completed");
    expect(opened).toEqual([page.url]);
    expect(asked.join("\n")).toContain(page.url);
    const no = await call({ openBrowser, approve: () => Promise.resolve(false) }, "trigger-url-elicitation", page);
    expect(no).toContain("declined");
    expect(opened).toHaveLength(1);
    const closed = await call(
      { openBrowser: () => Promise.resolve(false), approve: () => Promise.resolve(true) },
      "trigger-url-elicitation",
      page,
    );
    expect(closed).toContain("declined");
  });
});

describe("a server that asks the model", () => {
  const prompt = { prompt: "What is a galley?", maxTokens: 50 };

  it("is shown with all it would send, and gets the answer after that was seen, too", async () => {
    const seen: string[] = [];
    const said = await call(
      {
        approve: (_server, { title, text }) => {
          seen.push(`${title}\n${text}`);
          return Promise.resolve(true);
        },
        sample: (_server, { messages, system, max_tokens }) => {
          expect({ system, max_tokens }).toEqual({ system: "You are a helpful test server.", max_tokens: 50 });
          expect(messages).toHaveLength(1);
          return Promise.resolve({ ok: true, value: { text: "A ship.", model: "loopback" } });
        },
      },
      "trigger-sampling-request",
      prompt,
    );
    expect(said).toContain("A ship.");
    expect(seen[0]).toContain("everything wants to send this prompt to Loopback");
    expect(seen[0]).toContain("What is a galley?");
    expect(seen[0]).toContain("You are a helpful test server.");
    expect(seen[1]).toBe("Send this answer to everything?\nA ship.");
  });

  it("hides nothing in what the user allows: what is shown is what goes", async () => {
    const seen: string[] = [];
    let sent = "";
    await call(
      {
        approve: (_server, { text }) => Promise.resolve(seen.push(text) > 0),
        sample: (_server, { messages }) => {
          sent = messages
            .flatMap(({ content }) => content.map((piece) => (piece.type === "text" ? piece.text : "")))
            .join();
          return Promise.resolve({ ok: true, value: { text: "A ship.", model: "loopback" } });
        },
      },
      "trigger-sampling-request",
      { ...prompt, prompt: "What\u200b is \u{e0041}\u{e0042}\u202ea galley?" },
    );
    expect(sent).toContain("What is a galley?");
    expect(seen[0]).toContain(sent);
  });

  it("gets nothing when the user says no, before or after", async () => {
    let isAsked = false;
    const sample: AnswerPorts["sample"] = () => {
      isAsked = true;
      return Promise.resolve({ ok: true, value: { text: "A ship.", model: "loopback" } });
    };
    const no = await call({ sample, approve: () => Promise.resolve(false) }, "trigger-sampling-request", prompt);
    expect(no).toContain("the user declined");
    expect(isAsked).toBe(false);
    const approve: AnswerPorts["approve"] = (_server, { title }) =>
      Promise.resolve(!title.startsWith("Send this answer"));
    const kept = await call({ sample, approve }, "trigger-sampling-request", prompt);
    expect(kept).not.toContain("A ship.");
  });
});

describe("a form of a server", () => {
  it("is refused when it must have a field nobody can be asked for, and leaves it out when it may", () => {
    const schema = { type: "object", properties: { deep: { type: "object" }, name: { type: "string" } } };
    expect(readForm(schema)).toMatchObject({ ok: true, value: [{ name: "name" }] });
    expect(readForm({ ...schema, required: ["deep"] })).toMatchObject({ ok: false });
    expect(readForm("nonsense").ok).toBe(false);
  });

  it.each([
    [{ kind: "text", format: "email" }, "ada", "must be an email address"],
    [{ kind: "text", min: 3 }, "ab", "must be at least 3 characters"],
    [{ kind: "number", whole: true }, 1.5, "must be a whole number"],
    [{ kind: "number", whole: false, max: 3 }, 4, "must be at most 3"],
    [{ kind: "text", required: true }, "", "is required"],
    [{ kind: "choice", multiple: false, options: [] }, "x", "must be one of the options"],
    [{ kind: "text" }, "", undefined],
  ])("says what is wrong: %j with %j", (rules, value, problem) => {
    const field = { name: "field", label: "Field", required: false, ...rules } as FormField;
    expect(problemOf(field, value)).toBe(problem);
  });
});
