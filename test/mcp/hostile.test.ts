// A server that is broken or means ill costs one clear message and nothing else: each way against the real client.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { askResource } from "../../extension/mcp/ask-server.ts";
import { LIMITS } from "../../extension/mcp/connection/link.ts";
import { fakeSpec, rig } from "../fakes/mcp.ts";
import { until } from "../fakes/until.ts";

/** Whether a process runs; one that has ended and was not yet fetched does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("a server that writes garbage", () => {
  it("beside its messages is used all the same, the garbage in its log", async () => {
    await using world = rig(fakeSpec("garbage"));
    await world.server.use();
    expect(await world.call("fake_echo", { message: "hi" })).toEqual({ ok: true, output: "echo: hi" });
    expect(world.log.some((line) => line.includes("Server listening!"))).toBe(true);
    expect(world.told).toEqual([]);
  });

  it("and nothing else is given up, and said once", async () => {
    await using world = rig(fakeSpec("only garbage"));
    expect(await world.server.use()).toBeUndefined();
    expect(world.told).toEqual(["MCP server fake failed: it wrote output that is not MCP."]);
  });
});

describe("a server that floods", () => {
  it("with messages is ended", async () => {
    await using world = rig(fakeSpec("flood"), { after: () => () => undefined });
    await world.server.use();
    await until(() => world.server.state.kind === "failed");
    expect(world.told).toEqual(["MCP server fake failed: it sent too many messages."]);
  });

  it("with one message that has no end is ended, and the call says why", async () => {
    await using world = rig(fakeSpec("huge"), { after: () => () => undefined });
    await world.server.use();
    expect(await world.call("fake_echo")).toMatchObject({ ok: false });
    await until(() => world.server.state.kind === "failed");
    expect(world.told).toEqual(["MCP server fake failed: it sent a message of more than 16 MB."]);
  });

  it("with complaints still answers", async () => {
    await using world = rig(fakeSpec("loud"));
    await world.server.use();
    expect(await world.call("fake_echo", { message: "hi" })).toEqual({ ok: true, output: "echo: hi" });
  });

  it("with answers nobody asked for is not believed", async () => {
    await using world = rig(fakeSpec("twice"));
    await world.server.use();
    expect(await world.call("fake_echo", { message: "hi" })).toEqual({ ok: true, output: "echo: hi" });
    expect(world.server.state.kind).toBe("running");
  });

  it("with a list that never ends has its first tools only", async () => {
    await using world = rig(fakeSpec("endless"));
    await world.server.use();
    expect(world.server.state.kind).toBe("running");
    expect(world.log).toContain("it lists too many tools; the rest are ignored");
  });
});

describe("a server that hangs", () => {
  it("at its start fails when its time is up", async () => {
    await using world = rig(fakeSpec("hangs at start"), { limits: { ...LIMITS, startMs: 300 } });
    expect(await world.server.use()).toBeUndefined();
    expect(world.told).toEqual(["MCP server fake failed: the request timed out."]);
  });

  it("at its start delays one turn for a while, and the next not at all", async () => {
    await using world = rig(fakeSpec("hangs at start"));
    await world.servers.ready("sending");
    expect(world.server.state.kind).toBe("starting");
    const begun = performance.now();
    await world.servers.ready("sending");
    // The first waited for 10 seconds.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it("in a call ends with the time of the call, and can be called again", async () => {
    await using world = rig(fakeSpec("hangs"), { limits: { ...LIMITS, callMs: 200 } });
    await world.server.use();
    expect(await world.call("fake_echo")).toEqual({ ok: false, output: "fake_echo failed: the request timed out" });
    expect(world.server.state.kind).toBe("running");
  });

  it("in a call is told to stop when the user stops", async () => {
    await using world = rig(fakeSpec("hangs"));
    await world.server.use();
    const stop = new AbortController();
    const outcome = world.call("fake_echo", {}, stop.signal);
    setTimeout(() => {
      stop.abort();
    }, 50);
    expect(await outcome).toEqual({ ok: false, output: "Stopped by the user." });
    await until(() => world.log.includes("cancelled"));
  });

  it("in a read is told to stop when the user stops, and can be asked again", async () => {
    await using world = rig(fakeSpec("hangs"));
    await world.server.use();
    const stop = new AbortController();
    const read = askResource(world.server, "note:1", 1, { signal: stop.signal });
    setTimeout(() => {
      stop.abort();
    }, 50);
    expect(await read).toMatchObject({ parts: [] });
    await until(() => world.log.includes("cancelled"));
    expect(world.server.state.kind).toBe("running");
  });

  it("at its start does not hold a read that is stopped", async () => {
    await using world = rig(fakeSpec("hangs at start"));
    const stop = new AbortController();
    const read = askResource(world.server, "note:1", 1, { signal: stop.signal });
    stop.abort();
    expect(await read).toEqual({ parts: [], reason: "MCP server fake is starting" });
  });
});

describe("a server that dies", () => {
  it("at its start fails with what it said in its log", async () => {
    await using world = rig(fakeSpec("dies at start"));
    expect(await world.server.use()).toBeUndefined();
    expect(world.told).toEqual(["MCP server fake failed: it exited with code 3."]);
    expect(world.log).toContain("I cannot find my file");
  });

  it("in a call is started again by itself", async () => {
    await using world = rig(fakeSpec("good"));
    await world.server.use();
    expect(await world.call("fake_die")).toMatchObject({ ok: false });
    await until(() => world.states.filter((state) => state === "running").length === 2);
    expect(await world.call("fake_echo", { message: "back" })).toEqual({ ok: true, output: "echo: back" });
    expect(world.told).toEqual(["MCP server fake failed: it exited with code 7."]);
  });

  it("again and again is said once, and left alone after a while", async () => {
    const waits: number[] = [];
    await using world = rig(fakeSpec("dies"), {
      after: (ms, run) => {
        waits.push(ms);
        const timer = setTimeout(run, 1);
        return () => {
          clearTimeout(timer);
        };
      },
    });
    await world.server.use();
    for (let deaths = 1; deaths <= 6; deaths += 1) {
      await until(() => world.server.state.kind === "running");
      await world.call("fake_echo");
      await until(() => world.states.filter((state) => state === "failed").length === deaths);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(world.told).toEqual(["MCP server fake failed: it exited with code 7."]);
  });

  it("because its command is not there says so", async () => {
    await using world = rig({ kind: "stdio", command: "no-such-program-here" });
    expect(await world.server.use()).toBeUndefined();
    expect(world.told).toEqual(["MCP server fake failed: the command no-such-program-here was not found."]);
  });
});

describe("a server that leaves processes behind", () => {
  it("is ended with all of them", async () => {
    await using world = rig(fakeSpec("leaves a child"));
    await world.server.use();
    const line = await until(() => world.log.find((one) => one.startsWith("child ")));
    const pid = Number(line?.split(" ")[1]);
    expect(isAlive(pid)).toBe(true);
    await world.server.stop();
    await until(() => !isAlive(pid));
  });
});

describe("a window that goes", () => {
  it("takes its servers along, and what they started", async () => {
    const link = new URL("../fakes/mcp.ts", import.meta.url).href;
    const script = `const { fakeSpec, rig } = await import(${JSON.stringify(link)});
      const world = rig(fakeSpec("leaves a child"));
      await world.server.use();
      const line = () => world.log.find((one) => one.startsWith("child "));
      while (line() === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
      console.log(line());
      process.exit(0);`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    const pid = Number(stdout.split(" ")[1]);
    expect(pid).toBeGreaterThan(0);
    await until(() => !isAlive(pid));
  });
});

describe("a server that lies", () => {
  it("about schemas has only the tools a request can carry", async () => {
    await using world = rig(fakeSpec("schemas"));
    await world.server.use();
    expect(world.tools().map(({ name }) => name)).toEqual(["fake_good", "fake_no-schema", "fake_output", "fake_union"]);
    const union = world.tools().find(({ name }) => name === "fake_union");
    expect(union?.input_schema).toEqual({ type: "object", properties: { message: { type: "string" } } });
    expect(world.log.filter((line) => line.startsWith("tool not loaded: ")).length).toBe(7);
    expect(world.told).toEqual([]);
  });

  it("about its result is read as it is", async () => {
    await using world = rig(fakeSpec("schemas"));
    await world.server.use();
    const outcome = await world.call("fake_output");
    expect(outcome).toEqual({ ok: true, output: '{\n  "sum": "not a number"\n}' });
  });

  it("with nonsense in a result gives words for it", async () => {
    await using world = rig(fakeSpec("nonsense"));
    await world.server.use();
    const { ok, output } = await world.call("fake_echo");
    expect(ok).toBe(true);
    expect(output).toContain("[unreadable content]");
  });

  it("with one bad piece in a result loses only that, and says so", async () => {
    await using world = rig(fakeSpec("pieces"));
    await world.server.use();
    const { ok, output } = await world.call("fake_echo");
    expect(ok).toBe(true);
    expect(output.split("\n")).toEqual([
      ...["Resource: ", "one", "[unreadable content]"],
      ...["Resource: a:b", "three", "[unreadable content]"],
    ]);
    const read = async (uri: string): Promise<unknown[]> => {
      const { parts, reason = "" } = await askResource(world.server, uri, 1);
      return [...parts.map((part) => (part.type === "editor-context" ? part.payload : part.type)), reason];
    };
    expect(await read("all:")).toEqual(["one", "[unreadable content]", "three", ""]);
    expect(await read("none:")).toEqual(["fake returned no readable content"]);
    expect((await read("many:")).slice(99)).toEqual(["one", "[3 more items omitted]", ""]);
  });

  it("with no result at all fails the call, and stays", async () => {
    await using world = rig(fakeSpec("no-result"));
    await world.server.use();
    expect(await world.call("fake_echo")).toEqual({
      ok: false,
      output: "fake_echo returned an invalid result.",
    });
    expect(world.server.state.kind).toBe("running");
  });

  it("with signs nobody sees is shown without them", async () => {
    await using world = rig(fakeSpec("signs"));
    await world.server.use();
    const [red] = world.server.tools;
    expect(world.server.tools).toHaveLength(1);
    expect(red?.title).toBe("Red der");
    expect(red?.description).toBe("Reads a file. Ignore it.");
    expect(JSON.stringify(red?.input_schema)).toContain('"description":"ab"');
    expect(world.log).toContain("tool not loaded: zerowidth: its name contains invisible characters");
  });
});
