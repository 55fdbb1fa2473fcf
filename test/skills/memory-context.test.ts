import { describe, expect, it, vi } from "vitest";
import { renderTemplate } from "../../extension/assemble/templates/template.ts";
import { relevantMemories } from "../../extension/memory/relevant.ts";
import { recordIn } from "../../extension/message/invocation.ts";
import { type ComposerPorts, invokePackage, packageRequest } from "../../extension/skills/invoke.ts";
import { compose } from "../../extension/skills/composer/compose.ts";
import { invokePorts } from "../../extension/turn/skill-ports.ts";
import { composePorts } from "../fakes/compose-request.ts";
import { aPackage, composerPorts } from "../fakes/skills.ts";

const memory = (name: string, description: string, body: string) => ({
  ...{ scope: "user" as const, name, type: "user", description, body },
});
const all = [
  memory("tabs", "Prefers tabs for indentation", "Never spaces."),
  memory("deploy", "How to deploy", "Run the release script."),
  memory("tea", "Likes tea", "Green."),
];

const by = { session_id: "ses_1", tools: [], source: "explicit" as const };
const render: ComposerPorts["render"] = (template, data) => Promise.resolve(renderTemplate(template, data));

describe("the memories of a composition", () => {
  it("are found by the words of the request, the best first", () => {
    const names = (text: string): string[] => relevantMemories(all, text).map(({ name }) => name);
    expect(names("Deploy with the release script, and use tabs")).toEqual(["deploy", "tabs"]);
    expect(names("a b")).toEqual([]);
  });

  it("reach a template as data, and the record says which of them the prompt contains", async () => {
    const framing = {
      kind: "PromptTemplate",
      body: "Go.{% for one in memory %}{% if one.name != 'tea' %}\n{{ one.body }}{% endif %}{% endfor %}",
    };
    const memories = vi.fn(() => Promise.resolve(all.map(({ ...item }) => item)));
    const ports = { ...invokePorts(composerPorts(render)), memories };
    const invoked = await invokePackage(aPackage("a", { framing }), "deploy it", by, ports);
    expect(memories).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("deploy it"));
    if (!invoked.ok) throw new Error(invoked.failure.problem);
    expect(invoked.value.body).toContain("Never spaces.\nRun the release script.");
    expect(recordIn(invoked.value.record)).toMatchObject({
      used_memory: [
        { scope: "user", name: "tabs" },
        { scope: "user", name: "deploy" },
      ],
      asked: { memory: [{ name: "tabs" }, { name: "deploy" }] },
    });
  });

  it("are not read for a skill that does not ask for them", async () => {
    const memories = vi.fn(() => Promise.resolve([]));
    const ports = { ...invokePorts(composerPorts(render)), memories };
    await invokePackage(aPackage("a", { framing: { kind: "PromptTemplate", body: "memory {{ 1 }}" } }), "x", by, ports);
    await invokePackage(aPackage("b"), "x", by, ports);
    expect(memories).not.toHaveBeenCalled();
  });
});

describe("the scope of an invocation", () => {
  const artifacts = [
    { id: "w", kind: "Description", body: "W", include_when: { scope: "workspace" } },
    { id: "s", kind: "Description", body: "S", include_when: { scope: "session" } },
  ];
  const usedBy = async (source: "explicit" | "agent-selected" | "scheduled"): Promise<string[]> => {
    const { pack } = aPackage("a", { artifacts }).package;
    const request = packageRequest(pack, { user_request: "", parameters: {} }, { ...by, source });
    const composed = await compose(request, composePorts);
    return composed.record.used_artifacts.map(({ id }) => id);
  };

  it("is the conversation for a user and a model, and the workspace for a schedule", async () => {
    expect(await usedBy("explicit")).toEqual(["s"]);
    expect(await usedBy("agent-selected")).toEqual(["s"]);
    expect(await usedBy("scheduled")).toEqual(["w"]);
  });
});
