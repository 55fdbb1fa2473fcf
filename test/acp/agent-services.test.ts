// What an agent asks for while it answers is judged by the place, the text, the folder and the variables it really is about.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestPermissionRequest, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../extension/acp/services/command-line.ts";
import type { AgentServices } from "../../extension/acp/services/services.ts";
import type { Ask, Reply } from "../../extension/protocol/ask.ts";
import { diskFiles } from "../../extension/disk/tool-files.ts";
import { builtinTools } from "../../extension/tools/builtin.ts";
import type { Shell, ShellOptions } from "../../extension/tools/ports.ts";
import type { Rule } from "../../extension/tools/rules/rules.ts";
import { agentServices } from "../../extension/acp/services/agent-services.ts";
import { agentTurn } from "../../extension/turn/agents/agent-turn.ts";
import { PendingAsks } from "../../extension/turn/tools/pending-asks.ts";
import { fakePorts } from "../fakes/ports.ts";
import { noLinks } from "../fakes/systems.ts";
import { type ToolWorld, toolWorld } from "../fakes/tool-world.ts";

type Approval = Extract<Ask, { type: "approval" }>;

interface World extends ToolWorld {
  services: AgentServices;
  /** Every card there was, in order. */
  cards: Approval[];
  ran: { line: string; cwd: string; env: ShellOptions["env"]; program?: ShellOptions["program"] }[];
  /** Changes that the agent made itself: where, before and after. */
  recorded: [string, string | undefined, string][];
  stop: AbortController;
}

/** Each card is answered as soon as it is there. */
function world(
  reply: Reply["type"] | "wait" = "deny",
  rules: Omit<Rule, "from">[] = [],
  kind: Shell["kind"] = "posix",
): World {
  const tools = toolWorld({ shell: { kind, run: () => Promise.reject(new Error("no shell")) } });
  const ports = fakePorts();
  const stop = new AbortController();
  const made: Omit<World, "services"> = { ...tools, cards: [], ran: [], recorded: [], stop };
  ports.rules = () => rules.map((rule) => ({ ...rule, from: "settings" }));
  const pending = new PendingAsks((asks) => {
    const card = asks.at(-1);
    if (card?.type !== "approval" || made.cards.some(({ call_id }) => call_id === card.call_id)) return;
    made.cards.push(card);
    const said: Reply = reply === "allow" ? { type: "allow", scope: "once" } : { type: "deny", reason: "" };
    if (reply !== "wait") queueMicrotask(() => pending.reply(card.call_id, said));
  });
  const services = agentServices(
    {
      shell: {
        kind,
        run: (line, { cwd, env, program }) => {
          made.ran.push({ line, cwd, env, ...(program && { program }) });
          return Promise.resolve({ exit_code: 0, output: "", truncated: false, timed_out: false });
        },
      },
      tools: () => Promise.resolve(builtinTools(tools.ports)),
      locate: (path) => tools.ports.files.locate(path),
      text: (place) => tools.ports.documents.text(place),
      shownPath: (path) => path,
      record: ({ path }, before, after) => void made.recorded.push([path, before, after]),
      cwd: () => tools.root,
    },
    "ses_1",
    agentTurn(ports, "ses_1", "msg_1", pending),
    stop.signal,
  );
  return Object.assign(made, { services });
}

type Told = Omit<ToolCallUpdate, "toolCallId">;

let calls = 0;
const request = (
  toolCall: Told,
  options: RequestPermissionRequest["options"] = [
    { optionId: "yes", name: "Allow", kind: "allow_once" },
    { optionId: "no", name: "Reject", kind: "reject_once" },
  ],
): RequestPermissionRequest => ({ sessionId: "s", toolCall: { toolCallId: `c${++calls}`, ...toolCall }, options });

const needsOf = ({ cards }: World): string[] =>
  cards.flatMap(({ needs }) => needs.map(({ permission, pattern }) => `${permission} ${pattern}`));

describe("a path in a request for permission", () => {
  it.skipIf(noLinks).each([
    ["that climbs out of the workspace", (at: World) => `${at.root}/../outside/secret.txt`],
    ["that climbs without being absolute", () => "src/../../outside/secret.txt"],
    ["that leads through a link", (at: World) => `${at.root}/link/secret.txt`],
  ])("%s is one outside: a card shows where it leads", async (_name, typed) => {
    const at = world("deny", [{ permission: "read", pattern: "src/**", action: "allow" }]);
    at.write({ "secret.txt": "hush" }, at.outside);
    at.write({ "src/a.ts": "" });
    symlinkSync(at.outside, join(at.root, "link"));
    const path = typed(at);
    expect(await at.services.permission(request({ kind: "read", title: "Read", locations: [{ path }] }))).toBe(
      "denied",
    );
    expect(needsOf(at)).toEqual([`outside ${join(at.outside, "secret.txt")}`]);
  });

  it("that a rule of another folder names is not covered by it", async () => {
    const at = world("deny", [{ permission: "write", pattern: "src/**", action: "allow" }]);
    at.write({ "src/a.ts": "" });
    const edit = (path: string): RequestPermissionRequest =>
      request({ kind: "edit", title: "Edit", locations: [{ path }] });
    expect(await at.services.permission(edit(`${at.root}/src/a.ts`))).toBe("allowed");
    expect(await at.services.permission(edit(`${at.root}/src/../.vscode/tasks.json`))).toBe("denied");
    expect(needsOf(at)).toEqual(["write .vscode/tasks.json"]);
  });

  it.skipIf(noLinks)("that cannot be resolved asks, whatever rule would fit its text", async () => {
    const at = world("deny", [
      { permission: "outside", pattern: "**", action: "allow" },
      { permission: "read", pattern: "**", action: "allow" },
    ]);
    symlinkSync(join(at.outside, "nowhere"), join(at.root, "dangling"));
    const path = `${at.root}/dangling`;
    expect(await at.services.permission(request({ kind: "read", title: "Read", locations: [{ path }] }))).toBe(
      "denied",
    );
    expect(at.cards).toHaveLength(1);
  });

  it("is judged wherever it stands: in the input as well as among the locations", async () => {
    const at = world();
    at.write({ "a.ts": "" });
    const secret = join(at.outside, "secret.txt");
    const told: Told = { kind: "read", title: "Read a.ts", locations: [{ path: `${at.root}/a.ts` }] };
    await at.services.permission(request({ ...told, rawInput: { file_path: secret } }));
    await at.services.permission(request({ ...told, rawInput: { what: { deep: [secret] } } }));
    await at.services.permission(request({ ...told, rawInput: { command: `cat ${secret}` } }));
    expect(needsOf(at)).toEqual([`outside ${secret}`, `outside ${secret}`, `bash cat ${secret}`]);
  });
});

describe("words of the agent", () => {
  it("are no path, command or host that a pattern of a rule could cover", async () => {
    const at = world("deny", [
      { permission: "write", pattern: "src/**", action: "allow" },
      { permission: "bash", pattern: "npm test*", action: "allow" },
      { permission: "fetch", pattern: "*.example.com", action: "allow" },
    ]);
    await at.services.permission(request({ kind: "edit", title: "src/a.ts" }));
    await at.services.permission(request({ kind: "execute", title: "npm test -- --watch" }));
    await at.services.permission(request({ kind: "fetch", title: "api.example.com" }));
    expect(at.cards).toHaveLength(3);
  });

  it("are one line that is not long, however they are written", async () => {
    const at = world();
    await at.services.permission(request({ kind: "execute", title: `Harmless\n\n\n${"x".repeat(5_000)}` }));
    expect(at.cards[0]?.title).toMatch(/^Harmless x{191}…$/);
  });

  it("that are allowed for good or not at all are shown as that", async () => {
    const at = world("deny", [{ permission: "read", pattern: "**", action: "allow" }]);
    at.write({ "a.ts": "" });
    const read: Told = { kind: "read", title: "Read", locations: [{ path: `${at.root}/a.ts` }] };
    await at.services.permission(request(read, [{ optionId: "a", name: "Once", kind: "allow_always" }]));
    expect(needsOf(at)).toEqual(["other the agent, without asking again (it offers no other option)"]);
  });
});

describe("what was allowed once", () => {
  it("covers the change that was shown, once, and no other text", async () => {
    const at = world("allow");
    at.write({ "a.ts": "one\ntwo\nthree\n", "b.ts": "" });
    const path = join(at.root, "a.ts");
    const content = [{ type: "diff" as const, path, oldText: "two", newText: "2" }];
    expect(await at.services.permission(request({ kind: "edit", title: "Edit", content }))).toBe("allowed");
    expect(at.cards).toHaveLength(1);
    expect(await at.services.write(path, "one\n2\nthree\nevil\n")).toEqual({ ok: true, value: undefined });
    expect(at.cards).toHaveLength(2);
    writeFileSync(path, "one\ntwo\nthree\n");
    expect(await at.services.write(path, "one\n2\nthree\n")).toEqual({ ok: true, value: undefined });
    expect(at.cards).toHaveLength(2);
    writeFileSync(path, "one\ntwo\nthree\n");
    expect(await at.services.write(path, "one\n2\nthree\n")).toEqual({ ok: true, value: undefined });
    expect(await at.services.write(join(at.root, "b.ts"), "one\n2\nthree\n")).toEqual({ ok: true, value: undefined });
    expect(at.cards).toHaveLength(4);
    expect(readFileSync(path, "utf8")).toBe("one\n2\nthree\n");
  });

  it("is no change where none was shown", async () => {
    const at = world("allow");
    at.write({ "a.ts": "" });
    const path = join(at.root, "a.ts");
    await at.services.permission(request({ kind: "edit", title: "Edit", locations: [{ path }] }));
    await at.services.write(path, "evil");
    expect(at.cards).toHaveLength(2);
  });

  it("covers the command that was shown, once, in its folder and without variables", async () => {
    const at = world("allow");
    mkdirSync(join(at.root, "sub"));
    const ask = (): Promise<unknown> =>
      at.services.permission(request({ kind: "execute", title: "List", rawInput: { command: "ls -l" } }));
    await ask();
    expect(await at.services.run({ line: "sh -c 'ls -l'", env: {} })).toMatchObject({ ok: true });
    expect(at.cards).toHaveLength(1);
    await at.services.run({ line: "ls -l", env: {} });
    expect(at.cards).toHaveLength(2);
    await ask();
    await at.services.run({ line: "ls -l", env: {}, cwd: join(at.root, "sub") });
    await at.services.run({ line: "ls -l", env: { BASH_ENV: "/tmp/evil" } });
    await at.services.run({ line: "sh -c ls -l", env: {} });
    expect(at.cards).toHaveLength(6);
  });
});

describe("a file the agent reads through Galley", () => {
  it.skipIf(noLinks)("is judged by the place, before it is read", async () => {
    const at = world();
    at.write({ "secret.txt": "hush" }, at.outside);
    at.write({ "src/a.ts": "words" });
    symlinkSync(at.outside, join(at.root, "link"));
    expect(await at.services.read(`${at.root}/src/a.ts`)).toMatchObject({ ok: true, value: { text: "words" } });
    for (const path of [`${at.root}/../outside/secret.txt`, `${at.root}/link/secret.txt`, "link/secret.txt"])
      expect(await at.services.read(path)).toMatchObject({ ok: false });
    expect(needsOf(at)).toEqual(Array<string>(3).fill(`outside ${join(at.outside, "secret.txt")}`));
    expect(await at.services.read("//server/share/x")).toMatchObject({ ok: false });
    expect(await at.services.read("file:///etc/passwd")).toMatchObject({ ok: false });
    expect(at.cards).toHaveLength(3);
  });
});

describe("a command the agent runs through Galley", () => {
  const rules: Omit<Rule, "from">[] = [
    { permission: "bash", pattern: "npm test*", action: "allow" },
    { permission: "bash", pattern: "*", action: "allow" },
  ];

  it("with variables asks, whatever rule allows the command alone, and the card shows them", async () => {
    const at = world("deny", rules);
    expect(await at.services.run({ line: "npm test", env: { NO_COLOR: "1", LANG: "C.UTF-8" } })).toMatchObject({
      ok: true,
    });
    expect(at.cards).toEqual([]);
    const env = { BASH_ENV: "/tmp/evil.sh", GREETING: "it's me", NO_COLOR: "1" };
    expect(await at.services.run({ line: "npm test", env })).toMatchObject({ ok: false });
    expect(at.ran).toHaveLength(1);
    expect(needsOf(at)).toEqual([`bash BASH_ENV=/tmp/evil.sh GREETING='it'\\''s me' npm test`]);
    expect(at.cards[0]?.preview).toEqual({
      type: "text",
      text: "npm test",
      about: [
        { name: "BASH_ENV", value: "/tmp/evil.sh", note: "can change what runs" },
        { name: "GREETING", value: "it's me" },
        { name: "NO_COLOR", value: "1" },
      ],
    });
  });

  it.each(["posix", "pwsh"] as const)("is its program and arguments, judged as what they are (%s)", async (kind) => {
    const deny = { permission: "bash", pattern: "git push*", action: "deny" } as const;
    const at = world("deny", [...rules, deny], kind);
    const run = (command: string, ...args: string[]) =>
      at.services.run({ line: commandLine(command, args), program: { command, args }, env: {} });
    expect(await run("git.exe", "push")).toMatchObject({ ok: false });
    expect(await run("C:\\Program Files\\Git\\git.exe", "push")).toMatchObject({ ok: false });
    // To a shell this would be two commands; to a program it is one argument.
    expect(await run("npm", "test", "it's; x")).toMatchObject({ ok: true });
    expect(at.ran).toMatchObject([
      { line: "npm test 'it'\\''s; x'", program: { command: "npm", args: ["test", "it's; x"] } },
    ]);
    expect(at.cards).toEqual([]);
  });

  it("is asked for when a harmless variable has a value that is not", async () => {
    const at = world("deny", rules);
    for (const env of [{ TERM: "/tmp/x" }, { PAGER: "sh" }, { LANG: "$(x)" }, { LC_ALL: "../x;y" }])
      await at.services.run({ line: "npm test", env });
    expect(at.cards).toHaveLength(4);
  });

  it("has no variable under a name that is none, and none that cannot be seen", async () => {
    const at = world("allow");
    for (const env of [{ "BASH_FUNC_ls%%": "() { evil; }" }, { "A=B": "" }, { A: "x\u202ey" }, { A: "\0" }])
      expect(await at.services.run({ line: "ls", env })).toMatchObject({ ok: false });
    expect(at.ran).toEqual([]);
  });

  it.skipIf(noLinks)("runs in the folder that was judged, and one outside asks", async () => {
    const at = world("deny", rules);
    symlinkSync(at.outside, join(at.root, "link"));
    mkdirSync(join(at.root, "sub"));
    await at.services.run({ line: "npm test", env: {}, cwd: `${at.root}/sub/../sub` });
    expect(at.ran).toEqual([{ line: "npm test", cwd: join(at.root, "sub"), env: {} }]);
    for (const cwd of [`${at.root}/..`, `${at.root}/link`, "link"])
      expect(await at.services.run({ line: "npm test", env: {}, cwd })).toMatchObject({ ok: false });
    expect(at.ran).toHaveLength(1);
    expect(at.cards.map(({ preview }) => preview)).toEqual([
      {
        type: "text",
        text: "npm test",
        about: [{ name: "Folder", value: join(at.root, ".."), note: "outside the workspace" }],
      },
      { type: "text", text: "npm test", about: [{ name: "Folder", value: at.outside, note: "outside the workspace" }] },
      { type: "text", text: "npm test", about: [{ name: "Folder", value: at.outside, note: "outside the workspace" }] },
    ]);
  });

  it("does not run once the turn is over", async () => {
    const at = world("wait");
    const running = at.services.run({ line: "ls", env: {} });
    await expect.poll(() => at.cards.length).toBe(1);
    at.stop.abort();
    expect(await running).toMatchObject({ ok: false });
    expect(at.ran).toEqual([]);
  });
});

it("an agent that asks for hundreds of things at once gets twenty cards", async () => {
  const at = world("wait");
  const asked = Array.from({ length: 300 }, () =>
    at.services.permission(request({ kind: "execute", title: "x", rawInput: { command: "x" } })),
  );
  await expect.poll(() => at.cards.length).toBe(20);
  at.stop.abort();
  expect(new Set(await Promise.all(asked)).has("allowed")).toBe(false);
  expect(at.cards).toHaveLength(20);
});

describe("a change that the agent has made itself", () => {
  it("in a file with CR LF is recorded with its bytes, though the agent reports LF", async () => {
    const at = world();
    at.write({ "a.txt": "one\r\nnew\r\nthree\r\n" });
    const path = join(at.root, "a.txt");
    at.services.changed([{ path, oldText: "one\nold\nthree\n", newText: "one\nnew\nthree\n" }]);
    await expect.poll(() => at.recorded).toEqual([["a.txt", "one\r\nold\r\nthree\r\n", "one\r\nnew\r\nthree\r\n"]]);
  });
});

describe("in a workspace opened through a link", () => {
  it("an agent writes, runs and is recorded by whichever path it names the file", async () => {
    const at = world("allow");
    at.write({ "src/a.txt": "new\n" });
    const link = join(at.outside, "link");
    symlinkSync(at.root, link, "junction");
    at.ports.files = diskFiles({ folders: () => [{ name: "link", path: link }], exclude: () => [], kept: [] });
    expect(await at.services.write(join(link, "one.txt"), "1")).toMatchObject({ ok: true });
    expect(await at.services.write(join(at.root, "two.txt"), "2")).toMatchObject({ ok: true });
    expect([readFileSync(join(at.root, "one.txt"), "utf8"), readFileSync(join(at.root, "two.txt"), "utf8")]).toEqual([
      "1",
      "2",
    ]);
    expect(needsOf(at)).toEqual(["write one.txt", "write two.txt"]);
    await at.services.run({ line: "ls", env: {}, cwd: join(at.root, "src") });
    expect(at.ran.map(({ cwd }) => cwd)).toEqual([join(link, "src")]);
    at.services.changed([{ path: join(at.root, "src/a.txt"), oldText: "old\n", newText: "new\n" }]);
    await expect.poll(() => at.recorded).toEqual([["src/a.txt", "old\n", "new\n"]]);
  });
});
