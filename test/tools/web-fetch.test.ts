// web_fetch against a real server.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { htmlText } from "../../extension/tools/web/html-text.ts";
import { nodeWeb } from "../../extension/tools/web/node-web.ts";
import { startSite } from "../fakes/site.ts";
import { toolWorld } from "../fakes/tool-world.ts";

test("a page is fetched as text, with nothing of the user's sent along", async () => {
  const site = await startSite((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("set-cookie", "a=b");
    response.end(
      "<title>T&amp;T</title><h1>Hello</h1><p>one <b>two</b>\n three <a href='/x'>link</a></p><script>no()</script>",
    );
  });
  const { ready, call } = toolWorld({ web: site.web });
  const url = `${site.origin}/page?q=1#part`;
  expect(await ready("web_fetch", { url })).toMatchObject({
    needs: [{ permission: "fetch", pattern: "site.test" }],
    preview: { type: "text", text: `${site.origin}/page?q=1` },
  });
  expect((await call("web_fetch", { url })).output).toBe(
    `${site.origin}/page?q=1\n\nT&T\n\n# Hello\n\none two three link (${site.origin}/x)`,
  );
  await call("web_fetch", { url });
  const sent = site.requests.at(-1);
  expect(sent?.url).toBe("/page?q=1");
  expect(Object.keys(sent?.headers ?? {}).sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
  ]);
});

test("text of other kinds stays as it is, in the characters it was written in", async () => {
  const site = await startSite(({ url }, response) => {
    if (url === "/json") response.setHeader("content-type", "application/json").end('{"a": 1}');
    else if (url === "/latin")
      response.setHeader("content-type", "text/plain; charset=iso-8859-1").end(Buffer.from([0xe9]));
    else if (url === "/meta")
      response.setHeader("content-type", "text/html").end(Buffer.from('<meta charset="iso-8859-1">\xe9', "latin1"));
    else response.setHeader("content-type", "text/plain; charset=nonsense").end("é");
  });
  const { call } = toolWorld({ web: site.web });
  const body = async (path: string): Promise<string | undefined> =>
    (await call("web_fetch", { url: site.origin + path })).output.split("\n\n")[1];
  expect([await body("/json"), await body("/latin"), await body("/meta"), await body("/x")]).toEqual([
    '{"a": 1}',
    "é",
    "é",
    "é",
  ]);
});

test("what is no text, or an answer that went wrong, is told", async () => {
  const site = await startSite(({ url }, response) => {
    if (url === "/pdf") response.setHeader("content-type", "application/pdf").end("%PDF-1.4");
    else if (url === "/lie") response.setHeader("content-type", "text/plain").end("\0\0");
    else if (url === "/empty") response.end();
    else response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
  });
  const { call } = toolWorld({ web: site.web });
  const fetched = (path: string) => call("web_fetch", { url: site.origin + path });
  expect((await fetched("/pdf")).output).toBe(`${site.origin}/pdf is application/pdf, 8 bytes; only text can be read.`);
  expect(await fetched("/lie")).toMatchObject({ ok: false });
  expect(await fetched("/empty")).toEqual({ ok: true, output: `${site.origin}/empty\n\n(no text)` });
  expect(await fetched("/none")).toEqual({
    ok: false,
    output: `${site.origin}/none returned status 404.\n\nnothing here`,
  });
});

test("a redirect is followed on the same host; another host is named, not visited", async () => {
  const site = await startSite(({ url }, response) => {
    if (url === "/a") response.writeHead(302, { location: "/b" }).end();
    else if (url === "/b") response.writeHead(301, { location: "c?x=1" }).end();
    else if (url === "/away") response.writeHead(307, { location: "https://other.test/x" }).end();
    else if (url === "/round") response.writeHead(302, { location: "/round" }).end();
    else if (url === "/odd") response.writeHead(302, { location: "ftp://site.test/" }).end();
    else response.setHeader("content-type", "text/plain").end("arrived");
  });
  const { call } = toolWorld({ web: site.web });
  expect((await call("web_fetch", { url: `${site.origin}/a` })).output).toBe(`${site.origin}/c?x=1\n\narrived`);
  expect(site.web.asked).toHaveLength(3);
  expect(await call("web_fetch", { url: `${site.origin}/away` })).toEqual({
    ok: false,
    output: `${site.origin}/away redirects to https://other.test/x. Fetch that URL instead.`,
  });
  expect(site.web.asked).not.toContain("other.test");
  expect((await call("web_fetch", { url: `${site.origin}/round` })).output).toContain("more than 5 times");
  expect((await call("web_fetch", { url: `${site.origin}/odd` })).output).toContain("only http and https");
});

test("a large answer is cut, a packed one is unpacked no further than that", async () => {
  const site = await startSite(({ url }, response) => {
    response.setHeader("content-type", "text/plain");
    if (url === "/gzip") response.setHeader("content-encoding", "gzip").end(gzipSync("packed"));
    else if (url === "/bomb")
      response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(100 << 20, "a")));
    else if (url === "/broken") response.setHeader("content-encoding", "gzip").end("not gzip");
    else response.end("x".repeat(3 << 20));
  });
  const { call } = toolWorld({ web: site.web });
  expect((await call("web_fetch", { url: `${site.origin}/gzip` })).output).toContain("packed");
  const bomb = await call("web_fetch", { url: `${site.origin}/bomb` });
  expect(bomb.ok).toBe(true);
  expect(Buffer.byteLength(bomb.output)).toBeLessThanOrEqual(200 * 1024);
  expect((await call("web_fetch", { url: `${site.origin}/big` })).output).toContain("of 2049 KB");
  expect(await call("web_fetch", { url: `${site.origin}/broken` })).toMatchObject({ ok: false });
});

test("a server that answers too slowly is given up", async () => {
  const site = await startSite((_, response) => void response.write("a"));
  const url = new URL(`http://127.0.0.1:${site.port}/`);
  const limits = { limitBytes: 100, timeoutMs: 200, signal: new AbortController().signal };
  await expect(nodeWeb(() => false).get(url, "127.0.0.1", limits)).rejects.toThrow("it timed out");
});

test("a host that is not there, and a server that is not there, are told", async () => {
  const site = await startSite(
    () => undefined,
    () => [],
  );
  expect((await toolWorld({ web: site.web }).call("web_fetch", { url: "http://nowhere.test/" })).output).toBe(
    "http://nowhere.test/: host not found.",
  );
  const other = await startSite(() => undefined);
  const url = "http://site.test:1/";
  expect((await toolWorld({ web: other.web }).call("web_fetch", { url })).output).toContain(
    "Could not connect to http://site.test:1/",
  );
});

describe("a page as text", () => {
  const text = (html: string): Promise<string> => htmlText(html, new URL("https://site.test/a/"));

  test.each([
    ["<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"],
    ["<pre>a\n  b</pre>", "a\n  b"],
    ["a<br>b<!-- <p>no</p> -->c", "a\nbc"],
    ["<style>p{}</style><svg><text>no</text></svg>yes", "yes"],
    ["<head><title>T</title><meta x></head><body>b", "T\n\nb"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
    ["1 &lt; 2 &#233; &#xe9; &nbsp;&unknown; &#0;", "1 < 2 é é &unknown; &#0;"],
    ["a < b", "a < b"],
    [
      '<a href="#x">here</a> <a href="javascript:x">js</a> <a href="../b?c&amp;d">up</a>',
      "here js up (https://site.test/b?c&d)",
    ],
    ["<SCRIPT>x</SCRIPT >y", "y"],
    ["open <b", "open"],
  ])("%s", async (html, expected) => {
    expect(await text(html)).toBe(expected);
  });

  test("is made in linear time, whatever the page", async () => {
    const nasty = [
      "<".repeat(500_000),
      "<a ".repeat(200_000),
      "<!--".repeat(200_000),
      "<script>".repeat(100_000),
      "</".repeat(300_000),
      "<li>".repeat(200_000),
      "&".repeat(500_000),
      "<script></".repeat(100_000),
    ];
    const started = performance.now();
    for (const html of nasty) await text(html);
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
