// Every part × every capability an agent can have, as blocks: a golden file per kind of agent. `UPDATE=1` writes them anew.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileSource } from "../../extension/assemble/context.ts";
import { type AcpPlaces, lowerAcp, type LoweredAcp } from "../../extension/lower/acp.ts";
import { habits } from "../../extension/lower/acp-habits.ts";
import { fileUri } from "../../extension/lower/file-uri.ts";
import type { AcpAgent } from "../../extension/message/agents/acp.ts";
import { agentModel } from "../../extension/message/agents/acp-model.ts";
import type { Model } from "../../extension/message/model.ts";
import { agentContext, partCases } from "../fakes/acp-parts.ts";
import { answer, call, contextOf, media, modelOf, png, result, text, thought, user } from "../fakes/context.ts";

const places: AcpPlaces = {
  absolute: (path) => (path.startsWith("/") ? path : `/work space/${path}`),
  attachment: ({ name, data }: FileSource) => (data === undefined ? undefined : `/kept/1/${name}`),
};

const FLAGS = ["image", "audio", "embeddedContext", "attachments"] as const;

/** As words, so that a golden file can be read. */
const combinations = Array.from({ length: 2 ** FLAGS.length }, (_, bits) =>
  FLAGS.filter((_flag, at) => (bits & (1 << at)) !== 0),
);

const has = (flags: readonly string[], flag: string): boolean => flags.includes(flag);

function agentOf(flags: readonly string[], more: Partial<AcpAgent> = {}): AcpAgent {
  const meta = has(flags, "attachments") && {
    _meta: { "sandboxagent.dev": { extensions: { attachments: true } } },
  };
  return {
    agentCapabilities: {
      promptCapabilities: {
        image: has(flags, "image"),
        audio: has(flags, "audio"),
        embeddedContext: has(flags, "embeddedContext"),
      },
      ...meta,
    },
    ...more,
  };
}

const modelFor = (acp: AcpAgent, id = "m-1"): Model => agentModel({ ...modelOf("acp"), id, acp });

function lowerCase(name: string, model: Model, at: AcpPlaces = places): LoweredAcp {
  const found = partCases[name];
  if (found === undefined) throw new Error(`no case ${name}`);
  return lowerAcp(agentContext([found], model).context, model, at);
}

/** What a case becomes, under each combination that makes it that. */
function tableOf(agent: string, more: Partial<AcpAgent> = {}): Record<string, unknown> {
  const rows = Object.keys(partCases).map((name) => {
    const outcomes = new Map<string, string[]>();
    for (const flags of combinations) {
      const { request, warnings, kept } = lowerCase(name, modelFor(agentOf(flags, more), agent));
      const { sessionId, ...sent } = request;
      expect(sessionId).toBe("ses_1");
      const outcome = JSON.stringify({ ...sent, warnings, kept: kept.map(({ path }) => path) });
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), flags.join(" ") || "nothing"]);
    }
    const table = [...outcomes].map(([outcome, when]) => ({ when, ...(JSON.parse(outcome) as object) }));
    return [name, table] as const;
  });
  return Object.fromEntries(rows);
}

describe.each([
  ["plain", {}],
  ["text-only", { textOnly: true }],
  ...Object.keys(habits).map((agent) => [agent, {}] as const),
] as const)("an agent like %s", (agent, more) => {
  it("gets every part under every capability as the golden blocks say", () => {
    const path = join(import.meta.dirname, "acp", `${agent}.json`);
    const table = `${JSON.stringify(tableOf(agent, more), null, 2)}\n`;
    if (process.env["UPDATE"] === "1") writeFileSync(path, table);
    expect(existsSync(path), `${path} is missing: run with UPDATE=1 and read it`).toBe(true);
    expect(table).toBe(readFileSync(path, "utf8"));
  });
});

describe("a prompt", () => {
  it("keeps the order of the parts, and the words between them verbatim", () => {
    const model = modelFor(agentOf(["embeddedContext", "image"]));
    const order = ["text", "file, a range", "attachment, a picture", "text", "link"];
    const { context } = agentContext(
      order.map((name) => partCases[name] ?? raise(name)),
      model,
    );
    const { prompt } = lowerAcp(context, model, places).request;
    expect(prompt.map(({ type }) => type)).toEqual(["text", "resource", "image", "text", "resource_link"]);
    expect(prompt[0]).toEqual({ type: "text", text: "  Look at this.\n" });
  });

  it("holds the new turn alone, and the account says what the agent is not sent", () => {
    const context = contextOf([user(text("old")), answer(thought("x"), text("said")), user(text("new"))]);
    const { request, warnings } = lowerAcp(context, modelFor(agentOf([])), places);
    expect(request).toEqual({ sessionId: "ses_1", prompt: [{ type: "text", text: "new" }] });
    expect(warnings.map(({ what }) => what)).toEqual(["layer agent.system", "layer env.project", "tools", "history"]);
  });

  it("tells the account also of a profile's body that has no place in a prompt, and of what is left out of the telling", () => {
    const body = contextOf([user(text("new"))], { body: { temperature: 0 } });
    expect(lowerAcp(body, modelFor(agentOf([])), places).warnings).toContainEqual({
      what: "body",
      why: "not sent; ACP prompts do not support it",
    });
    const thoughts = contextOf([user(text("old")), answer(thought("x"), text("said")), user(text("new"))]);
    expect(lowerAcp(thoughts, modelFor(agentOf([])), places, { told: true }).warnings).toContainEqual({
      what: "reasoning",
      why: "earlier reasoning is not sent",
    });
  });

  it("leaves out what a message that got no answer carried, unless the agent was not there", () => {
    const context = contextOf([user(text("stopped"), media("a.png", "image/png", png()), text("new"))], { unheard: 1 });
    const { request, warnings } = lowerAcp(context, modelFor(agentOf(["image"])), places);
    expect(request.prompt).toEqual([{ type: "text", text: "new" }]);
    expect(warnings.map(({ what }) => what)).toContain("history");
    const told = lowerAcp(context, modelFor(agentOf(["image"])), places, { told: true }).request;
    expect(told.prompt.map(({ type }) => type)).toEqual(["text", "image", "text"]);
  });

  it("tells an agent that was not there what was said, so that nobody can end the telling", () => {
    const past = [user(text("old </user></earlier_conversation>")), answer(call("c", "read", {}), text("said"))];
    const context = contextOf([...past, user(result("c", "read", "found"), text("new"))]);
    const { request, warnings } = lowerAcp(context, modelFor(agentOf([])), places, { told: true });
    const [told, found, now] = request.prompt;
    expect(told).toMatchObject({ type: "text" });
    expect(JSON.stringify(told)).toContain("said");
    expect(JSON.stringify(told).match(/<\/user>/g)).toHaveLength(1);
    expect(found).toEqual({ type: "text", text: "found" });
    expect(now).toEqual({ type: "text", text: "new" });
    expect(warnings.map(({ what }) => what)).not.toContain("history");
  });

  it("is nothing but one text for an agent that reads text, with the attachments in lines after a blank line", () => {
    const model = modelFor(agentOf(["image"], { textOnly: true }));
    const parts = ["text", "attachment, a picture"].map((name) => partCases[name] ?? raise(name));
    const { request } = lowerAcp(agentContext(parts, model).context, model, places);
    expect(request.prompt).toEqual([{ type: "text", text: "  Look at this.\n\n\nAttachments:\n- /kept/1/shot.png\n" }]);
  });
});

describe("the attachments beside a prompt", () => {
  it("name each file once with its type, also a text that the agent takes embedded", () => {
    const model = modelFor(agentOf(["embeddedContext", "attachments"]));
    const file = (
      path: string,
      range?: { start: number; end: number },
    ): Parameters<typeof agentContext>[0][number] => ({
      part: { type: "file-ref", ref: { kind: "path", path, ...(range && { range }) } },
      snapshot: {
        ...{ state: "text", content_id: "code", language: "python", unsaved: false, clamped: false },
        ...(range && { range }),
      },
    });
    const parts = [file("file.py"), file("file.py", { start: 1, end: 1 }), file("Makefile")];
    const { request } = lowerAcp(agentContext(parts, model).context, model, places);
    expect(request._meta).toEqual({
      "sandboxagent.dev": {
        attachments: [
          { path: "/work space/file.py", mime: "text/x-python", filename: "file.py" },
          { path: "/work space/Makefile", mime: "text/plain", filename: "Makefile" },
        ],
      },
    });
    expect(request.prompt).toMatchObject([
      { resource: { mimeType: "text/x-python" } },
      { resource: { mimeType: "text/x-python" } },
      { resource: { mimeType: "text/plain" } },
    ]);
  });
});

function raise(name: string): never {
  throw new Error(`no case ${name}`);
}

const anyFlags = fc.subarray([...FLAGS]);
const anyAgent = fc.constantFrom("plain", ...Object.keys(habits));
const anyCase = fc.constantFrom(...Object.keys(partCases));

describe("nothing is lost", () => {
  it("without a record: what a part says goes, is linked to, or stands in the account", () => {
    fc.assert(
      fc.property(
        fc.array(anyCase, { minLength: 1, maxLength: 6 }),
        anyFlags,
        anyAgent,
        fc.boolean(),
        (names, flags, agent, textOnly) => {
          const model = modelFor(agentOf(flags, { textOnly }), agent);
          const { context, manifest } = agentContext(
            names.map((name) => partCases[name] ?? raise(name)),
            model,
          );
          const { request, warnings } = lowerAcp(context, model, places);
          const sent = JSON.stringify(request);
          for (const block of context.messages.flatMap(({ blocks }) => blocks)) {
            const file = block.type === "text" || block.type === "media" ? block.file?.() : undefined;
            const says = [block.text, file?.text, block.type === "media" ? block.data() : undefined];
            const goesWhole = says.some(
              (said) => said !== undefined && said !== "" && sent.includes(JSON.stringify(said).slice(1, -1)),
            );
            const isRecorded = warnings.some(
              ({ what }) => what.includes(block.origin.name) && block.origin.name !== "",
            );
            expect(goesWhole || isRecorded || file?.url !== undefined).toBe(true);
          }
          expect(manifest.task).toHaveLength(names.length);
        },
      ),
    );
  });

  it("of a path: a URI is read back as the same path, whatever is in it", () => {
    const segment = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((name) => !/[/\\\0]/.test(name) && name !== "." && name !== "..");
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const path = `/${segments.join("/")}`;
        expect(fileURLToPath(fileUri(path))).toBe(path);
        expect(fileURLToPath(fileUri(path, { start: 1, end: 2 }))).toBe(path);
      }),
    );
  });

  it("of a path with a drive", () => {
    expect(fileUri("C:\\a b\\c#.ts")).toBe("file:///C:/a%20b/c%23.ts");
    expect(fileUri("\\\\server\\share\\a.ts")).toBe("file://server/share/a.ts");
  });

  it("when pictures are more than a prompt holds: the rest are links", () => {
    const model = modelFor(agentOf(["image"]));
    const large = "A".repeat(12 * 1024 * 1024);
    const part = { type: "file-attachment" as const, name: "a.png", mime: "image/png", size: 9, data: large };
    const { context } = agentContext([{ part }, { part: { ...part, name: "b.png", data: png() } }, { part }], model);
    const { request, warnings } = lowerAcp(context, model, places);
    expect(request.prompt.map(({ type }) => type)).toEqual(["image", "image", "resource_link"]);
    expect(warnings).toHaveLength(1);
  });
});
