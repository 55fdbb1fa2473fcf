// Drills: what a model that means harm, or a page that instructs it, tries with the tools.
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { GrepThread } from "../../extension/disk/threads/grep-thread.ts";
import type { Ports } from "../../extension/tools/ports.ts";
import { decide } from "../../extension/tools/rules/rules.ts";
import { isPublicAddress } from "../../extension/tools/web/web-address.ts";
import { PUBLIC, startSite } from "../fakes/site.ts";
import { noLinks, noShell } from "../fakes/systems.ts";
import { type ToolWorld, toolWorld } from "../fakes/tool-world.ts";

const signal = new AbortController().signal;

/** Whether rules without any choice of the user's would let it run. */
async function runsUnasked({ prepare }: ToolWorld, tool: string, input: object): Promise<boolean> {
  const prepared = await prepare(tool, input);
  return prepared.ok && prepared.call.needs.every((need) => decide([], need) === "allow");
}

describe("paths that lead out", () => {
  test.skipIf(noLinks)("are never read without asking, however they are written", async () => {
    const world = toolWorld();
    const { root, outside, write } = world;
    write({ "secret.txt": "secret" }, outside);
    write({ "a.ts": "" });
    symlinkSync(outside, join(root, "link"));
    symlinkSync(join(outside, "secret.txt"), join(root, "innocent.txt"));
    symlinkSync("link", join(root, "second"));
    const ways = [
      "../outside/secret.txt",
      "src/../../outside/secret.txt",
      "..\\outside\\secret.txt",
      join(outside, "secret.txt"),
      "link/secret.txt",
      "second/secret.txt",
      "innocent.txt",
      "./link/../link/secret.txt",
      "/etc/passwd",
      "~/.bashrc",
      "work/../../outside/secret.txt",
    ];
    for (const path of ways) {
      expect(await runsUnasked(world, "read", { path }), path).toBe(false);
      expect(await runsUnasked(world, "grep", { path, pattern: "s" }), path).toBe(false);
      expect(await runsUnasked(world, "view_image", { path }), path).toBe(false);
      expect(await runsUnasked(world, "read_pdf", { path }), path).toBe(false);
    }
    expect(await runsUnasked(world, "glob", { pattern: "*", path: ".." })).toBe(false);
    expect(await runsUnasked(world, "glob", { pattern: "../**" })).toBe(true);
    expect((await world.call("glob", { pattern: "../**" })).output).not.toContain("secret");
    expect(await runsUnasked(world, "read", { path: "a.ts" })).toBe(true);
  });

  test.skipIf(noLinks)("say where they lead, so that a rule is for the real file", async () => {
    const { root, outside, write, ready } = toolWorld();
    write({ "secret.txt": "" }, outside);
    write({ ".env": "" });
    symlinkSync(join(outside, "secret.txt"), join(root, "innocent.txt"));
    symlinkSync(".env", join(root, "readme.txt"));
    expect((await ready("read", { path: "innocent.txt" })).needs[0]?.pattern).toBe(join(outside, "secret.txt"));
    expect((await ready("read", { path: "readme.txt" })).needs[0]?.pattern).toBe(".env");
  });

  test("kept results are read without asking, what lies beside them is not", async () => {
    const world = toolWorld();
    const kept = (await world.ports.spill.keep("text", "bash")) ?? "";
    expect(await runsUnasked(world, "read", { path: kept })).toBe(true);
    expect(await runsUnasked(world, "read", { path: `${kept}/../../outside` })).toBe(false);
    expect(await runsUnasked(world, "read", { path: homedir() })).toBe(false);
  });
});

test("an edit that does not fit tells nothing about a file before it may be read", async () => {
  const world = toolWorld();
  const { outside, write } = world;
  write({ ".env": "TOKEN =  abc" });
  write({ "a.txt": "TOKEN =  abc" }, outside);
  for (const path of [".env", join(outside, "a.txt")]) {
    for (const old_text of ["TOKEN = abc", "nothing like it", "TOKEN"]) {
      const prepared = await world.prepare("edit", { path, old_text, new_text: "x" });
      expect(prepared, path).toMatchObject({ ok: true });
      expect(await runsUnasked(world, "edit", { path, old_text, new_text: "x" })).toBe(false);
    }
  }
});

/** Between the permission and the deed. */
describe.skipIf(noLinks)("a link that appears after a call was allowed", () => {
  function swapped(): ToolWorld & { swapFile: () => void; swapFolder: () => void } {
    const world = toolWorld();
    world.write({ "src/a.ts": "mine", "src/a.png": "\x89PNG mine" });
    world.write({ "a.ts": "secret", "a.png": "secret", "new.ts": "secret" }, world.outside);
    const src = join(world.root, "src");
    return {
      ...world,
      swapFile() {
        rmSync(join(src, "a.ts"));
        symlinkSync(join(world.outside, "a.ts"), join(src, "a.ts"));
      },
      swapFolder() {
        renameSync(src, `${src}-old`);
        symlinkSync(world.outside, src);
      },
    };
  }

  const calls: [tool: string, input: object][] = [
    ["read", { path: "src/a.ts" }],
    ["view_image", { path: "src/a.ts" }],
    ["read_pdf", { path: "src/a.ts" }],
    ["grep", { path: "src/a.ts", pattern: "." }],
    ["write", { path: "src/a.ts", content: "harm" }],
    ["edit", { path: "src/a.ts", old_text: "mine", new_text: "harm" }],
  ];

  test.each(calls)("instead of the file: %s refuses", async (tool, input) => {
    const { ready, swapFile, outside } = swapped();
    const call = await ready(tool, input);
    swapFile();
    const { output } = await call.run(signal);
    expect(output).toContain("replaced by a link");
    expect(output).not.toContain("secret");
    expect(readFileSync(join(outside, "a.ts"), "utf8")).toBe("secret");
  });

  test.each(calls)("instead of its folder: %s refuses", async (tool, input) => {
    const { ready, swapFolder, outside } = swapped();
    const call = await ready(tool, input);
    swapFolder();
    const { output } = await call.run(signal);
    expect(output).toContain("replaced by a link");
    expect(output).not.toContain("secret");
    expect(readFileSync(join(outside, "a.ts"), "utf8")).toBe("secret");
  });

  test("instead of the folder of a new file: nothing is written there", async () => {
    const { ready, swapFolder, outside } = swapped();
    const call = await ready("write", { path: "src/other.ts", content: "harm" });
    const deep = await ready("write", { path: "src/x/y.ts", content: "harm" });
    const before = readdirSync(outside);
    swapFolder();
    expect(await call.run(signal)).toMatchObject({ ok: false });
    expect(await deep.run(signal)).toMatchObject({ ok: false });
    expect(readdirSync(outside)).toEqual(before);
  });

  test("instead of a folder that is searched: nothing of it is read", async () => {
    const { ready, swapFolder } = swapped();
    const search = await ready("grep", { path: "src", pattern: "secret|mine" });
    swapFolder();
    const listing = await ready("glob", { path: ".", pattern: "**/*" });
    expect((await search.run(signal)).output).toContain("replaced by a link");
    expect((await listing.run(signal)).output).not.toContain("new.ts");
  });

  test("a race in full run never shows what lies outside", async () => {
    const { root, outside, write, prepare } = toolWorld();
    write({ "a.ts": "mine" });
    writeFileSync(join(outside, "a.ts"), "secret");
    const file = join(root, "a.ts");
    const over = new AbortController();
    const swapping = (async () => {
      while (!over.signal.aborted) {
        rmSync(file, { force: true });
        symlinkSync(join(outside, "a.ts"), file);
        await new Promise((resolve) => setImmediate(resolve));
        rmSync(file, { force: true });
        writeFileSync(file, "mine");
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (let n = 0; n < 300; n += 1) {
      const prepared = await prepare("read", { path: "a.ts" });
      if (!prepared.ok || prepared.call.needs.some(({ permission }) => permission === "outside")) continue;
      expect((await prepared.call.run(signal)).output).not.toContain("secret");
    }
    over.abort();
    await swapping;
  });
});

describe("files that are no files", () => {
  test.skipIf(noShell)("pipes, devices and folders in their place do not hold a tool", async () => {
    const { root, write, call, ready } = toolWorld();
    write({ "a.txt": "text" });
    const reading = await ready("read", { path: "a.txt" });
    const editing = await ready("edit", { path: "a.txt", old_text: "text", new_text: "x" });
    rmSync(join(root, "a.txt"));
    execFileSync("mkfifo", [join(root, "a.txt")]);
    expect((await reading.run(signal)).output).toContain("not a regular file");
    expect(await editing.run(signal)).toMatchObject({ ok: false });
    for (const path of ["a.txt", "/dev/zero", "/dev/tty", "/dev/stdin"]) {
      for (const [tool, more] of [
        ["read", {}],
        ["grep", { pattern: "x" }],
        ["write", { content: "" }],
        ["view_image", {}],
      ] as const) {
        expect(await call(tool, { path, ...more }), `${tool} ${path}`).toMatchObject({ ok: false });
      }
    }
    expect((await call("grep", { pattern: "x" })).output).toContain("No matches found.");
    rmSync(join(root, "a.txt"));
    mkdirSync(join(root, "a.txt"));
    expect((await reading.run(signal)).output).toContain("folder");
  });

  test("a file of a gigabyte costs no memory and no time", async () => {
    const { root, write, call } = toolWorld();
    write({ "zeros.bin": "", "text.txt": "first line\n" });
    truncateSync(join(root, "zeros.bin"), 1 << 30);
    write({ "text.txt": "first line\n".repeat(2_000) });
    truncateSync(join(root, "text.txt"), 1 << 30);
    const before = process.memoryUsage().rss;
    expect((await call("read", { path: "zeros.bin" })).output).toContain("binary file (1024.0 MB)");
    expect((await call("read", { path: "text.txt", end: 2 })).output).toContain("1\tfirst line\n2\tfirst line");
    expect((await call("edit", { path: "text.txt", old_text: "a", new_text: "b" })).output).toContain("larger than");
    expect((await call("write", { path: "text.txt", content: "b" })).output).toContain("larger than");
    expect((await call("view_image", { path: "zeros.bin" })).output).toContain("too large");
    expect((await call("grep", { pattern: "first" })).output).toContain("over 2 MB: 2");
    expect((await call("grep", { pattern: "first", path: "text.txt" })).output).toContain("over 32 MB: 1");
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
  });

  test("a line that never ends is not looked for for ever", async () => {
    const { root, write, call } = toolWorld();
    write({ "text.txt": "a".repeat(10_000) });
    truncateSync(join(root, "text.txt"), 1 << 30);
    expect(await call("read", { path: "text.txt", start: 2 })).toMatchObject({ ok: false });
  });
});

test("a pattern that would take for ever is given up while everything else goes on", async () => {
  const matcher = new GrepThread(new URL("../../extension/disk/threads/grep-worker.ts", import.meta.url), 1_000);
  onTestFinished(() => matcher.dispose());
  const { write, call } = toolWorld({ matcher });
  write({ "a.txt": `${"a".repeat(40)}!`, "b.txt": "fine" });
  let turns = 0;
  let longest = 0;
  let last = performance.now();
  const ticking = setInterval(() => {
    turns += 1;
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const { ok, output } = await call("grep", { pattern: "^(a+)+$" });
  clearInterval(ticking);
  expect({ ok, output }).toEqual({ ok: false, output: expect.stringContaining("The search timed out.") as string });
  expect(turns).toBeGreaterThan(50);
  expect(longest).toBeLessThan(1_000);
  expect((await call("grep", { pattern: "fine" })).output).toContain("b.txt");
});

describe("addresses inside the network", () => {
  test.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "100::1",
    "localhost",
    "",
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["8.8.8.8", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
    "%s is",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test("are not fetched, however they are written", async () => {
    const site = await startSite(
      (_, response) => response.end("inside"),
      () => ["127.0.0.1"],
    );
    const { call } = toolWorld({ web: site.web });
    const { port } = site;
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "127.1",
      "0",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "①②⑦.0.0.1",
      "127。0。0。1",
      "%31%32%37.0.0.1",
      "innocent.test",
      "localhost.",
    ]) {
      const { ok, output } = await call("web_fetch", { url: `http://${host}:${port}/` });
      expect(ok, host).toBe(false);
      expect(output, host).not.toContain("inside");
    }
    expect(site.requests).toEqual([]);
    expect((await call("web_fetch", { url: "http://134744072/" })).output).toContain(
      "use the plain form of the IP address",
    );
  });

  test("other schemes, users and passwords are refused", async () => {
    const { call } = toolWorld();
    for (const url of [
      "file:///etc/passwd",
      "ftp://site.test/",
      "javascript:alert(1)",
      "data:text/plain,x",
      "gopher://x/",
      "vscode://x",
      "//site.test/",
      "site.test",
      "http://user:pass@site.test/",
      "http://user@site.test/",
      "http://",
      "https:///",
    ]) {
      expect(await call("web_fetch", { url }), url).toMatchObject({ ok: false });
    }
  });

  test("one bad address among good ones is enough to refuse", async () => {
    const site = await startSite(
      (_, response) => response.end("x"),
      () => [PUBLIC, "10.0.0.1"],
    );
    expect((await toolWorld({ web: site.web }).call("web_fetch", { url: site.origin })).output).toContain(
      "not on the public internet",
    );
    expect(site.requests).toEqual([]);
  });

  test("a name that changes its address after the check is still called at the address that was checked", async () => {
    let asked = 0;
    const site = await startSite(
      (_, response) => response.setHeader("content-type", "text/plain").end("public"),
      () => (++asked === 1 ? [PUBLIC] : ["127.0.0.1"]),
    );
    const { call } = toolWorld({ web: site.web });
    expect((await call("web_fetch", { url: site.origin })).output).toContain("public");
    expect(site.web.asked).toEqual(["site.test"]);
    expect(site.web.dialled).toEqual([PUBLIC]);
    // And when it changes between two hops, the second hop is refused.
    expect((await call("web_fetch", { url: site.origin })).output).toContain("not on the public internet");
  });

  test("a redirect leads to none of them", async () => {
    const targets = [
      "http://127.0.0.1/",
      "http://localhost/",
      "http://[::1]/",
      "http://169.254.169.254/latest/meta-data",
      "file:///etc/passwd",
      "//127.0.0.1/",
      "http://2130706433/",
    ];
    const site = await startSite(({ url }, response) =>
      response.writeHead(302, { location: targets[Number(url?.slice(1))] }).end(),
    );
    const { call } = toolWorld({ web: site.web });
    for (const at of targets.keys()) {
      expect(await call("web_fetch", { url: `${site.origin}/${at}` })).toMatchObject({ ok: false });
    }
    expect(site.web.dialled).toEqual(targets.map(() => PUBLIC));
    // On the same host, too: its name may lead elsewhere by then.
    let asked = 0;
    const turning = await startSite(
      (_, response) => response.writeHead(302, { location: "/next" }).end(),
      () => (++asked === 1 ? [PUBLIC] : ["127.0.0.1"]),
    );
    const { output } = await toolWorld({ web: turning.web }).call("web_fetch", { url: turning.origin });
    expect(output).toContain("not on the public internet");
    expect(turning.requests).toHaveLength(1);
  });
});

describe("a turn that is stopped", () => {
  const never = new Promise<never>(() => undefined);
  const hanging: Partial<Ports> = {
    shell: { kind: "posix", run: () => never },
    web: { resolve: () => never, get: () => never },
    pdfs: { pages: () => never },
    matcher: { search: () => never },
    documents: {
      text: () => Promise.resolve({ ok: true, value: { text: "x", unsaved: false, eol: "\n" } }),
      replace: () => never,
    },
    blobs: { find: (name) => Promise.resolve(name === "a.pdf" ? undefined : { name, mime: "", bytes: () => never }) },
  };
  const calls: [tool: string, input: object][] = [
    ["bash", { command: "sleep 100" }],
    ["web_fetch", { url: "http://site.test/" }],
    ["read_pdf", { path: "a.pdf" }],
    ["grep", { pattern: "x" }],
    ["write", { path: "new.ts", content: "" }],
    ["edit", { path: "a.ts", old_text: "x", new_text: "y" }],
    ["read", { path: "attachment:x" }],
    ["view_image", { path: "attachment:x" }],
  ];

  test.each(calls)("ends %s at once, even when nothing answers any more", async (tool, input) => {
    const { write, ready } = toolWorld(hanging);
    write({ "a.ts": "x", "a.pdf": "%PDF-1.4" });
    const call = await ready(tool, input);
    const stop = new AbortController();
    const running = call.run(stop.signal);
    setImmediate(() => stop.abort());
    expect(await running).toEqual({ ok: false, output: "Stopped by the user." });
    expect(await call.run(stop.signal)).toEqual({ ok: false, output: "Stopped by the user." });
  });

  test("ends a long listing and a long search", async () => {
    const { write, ready } = toolWorld();
    write(Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`d${n % 50}/${n}.txt`, "x"])));
    for (const [tool, input] of [
      ["glob", { pattern: "*" }],
      ["grep", { pattern: "y" }],
    ] as const) {
      const call = await ready(tool, input);
      const stop = new AbortController();
      const running = call.run(stop.signal);
      setImmediate(() => stop.abort());
      expect(await running).toMatchObject({ ok: false });
    }
  });

  test("ends a search that hangs in its pattern, and the next search works", async () => {
    const { write, ready, call } = toolWorld();
    write({ "a.txt": `${"a".repeat(40)}!` });
    const search = await ready("grep", { pattern: "^(a+)+$" });
    const stop = new AbortController();
    const started = performance.now();
    setTimeout(() => stop.abort(), 100);
    expect(await search.run(stop.signal)).toMatchObject({ ok: false });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect((await call("grep", { pattern: "a!" })).output).toContain("a.txt");
  });
});
