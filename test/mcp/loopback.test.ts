// The page the browser comes back to: only the answer with our state ends the wait, whatever else calls it.
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { type Callback, listenForCallback } from "../../extension/mcp/connection/loopback.ts";

const STATE = "0e6c7a1b-our-state";

async function listening(): Promise<Callback & Disposable> {
  const callback = await listenForCallback(undefined);
  callback.expect(STATE, callback.url);
  return Object.assign(callback, {
    [Symbol.dispose]() {
      callback.dispose();
    },
  });
}

/** As it is written, which `fetch` would tidy up. */
async function ask(port: number, path: string, options: { method?: string; host?: string } = {}): Promise<number> {
  const { method = "GET", host = `127.0.0.1:${port}` } = options;
  const asked = request({ host: "127.0.0.1", port, path, method, headers: { host }, agent: false }).end();
  const [response] = (await once(asked, "response")) as [{ statusCode?: number; resume: () => void }];
  response.resume();
  return response.statusCode ?? 0;
}

/** However it was closed. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once("close", resolve));
}

/** Whether the wait is over; it has had every chance to be. */
async function isOver(callback: Callback): Promise<boolean> {
  const waited = callback.wait(AbortSignal.abort()).then(
    () => true,
    () => false,
  );
  return waited;
}

describe("the page a sign-in comes back to", () => {
  it.each([
    ["an address that cannot be read", "//", {}, 404],
    ["an address without a slash", "*", {}, 400],
    ["another page", "/favicon.ico", {}, 404],
    ["no state", "/callback?code=x", {}, 400],
    ["another state", "/callback?code=x&state=0e6c7a1b-not-ours!!", {}, 400],
    ["a state of another length", "/callback?code=x&state=0", {}, 400],
    ["our state beside another", `/callback?code=x&state=evil&state=${STATE}`, {}, 400],
    ["another method", `/callback?code=x&state=${STATE}`, { method: "POST" }, 405],
    ["another host", `/callback?code=x&state=${STATE}`, { host: "evil.example" }, 400],
  ])("is not ended by %s", async (_, path, options, status) => {
    using callback = await listening();
    expect(await ask(callback.port, path, options)).toBe(status);
    expect(await isOver(callback)).toBe(false);
    expect(await ask(callback.port, `/callback?code=the-code&state=${STATE}`)).toBe(200);
    const found = await callback.wait(AbortSignal.timeout(5_000));
    expect(found.get("code")).toBe("the-code");
  });

  it("counts nothing before it knows what it waits for", async () => {
    const callback = await listenForCallback(undefined);
    expect(await ask(callback.port, "/callback?code=x&state=")).toBe(400);
    callback.dispose();
  });

  it("is ended by a refusal with our state", async () => {
    using callback = await listening();
    expect(await ask(callback.port, `/callback?error=access_denied&state=${STATE}`)).toBe(200);
    expect((await callback.wait(AbortSignal.timeout(5_000))).get("error")).toBe("access_denied");
  });

  it("is reached through a forwarded port, and at the address the browser was sent back to", async () => {
    for (const host of ["localhost:4321", "127.0.0.1:9", "window.example"]) {
      const callback = await listenForCallback(undefined);
      callback.expect(STATE, "https://window.example/at/callback");
      expect(await ask(callback.port, `/callback?code=x&state=${STATE}`, { host })).toBe(200);
      callback.dispose();
    }
  });

  it("answers no endless header, and keeps no more than a few connections", async () => {
    using callback = await listening();
    const endless = connect(callback.port, "127.0.0.1");
    endless.on("error", () => undefined);
    endless.write(`GET /callback?${"x".repeat(64 * 1024)} HTTP/1.1\r\n`);
    await closed(endless);
    const many = Array.from({ length: 40 }, () => connect(callback.port, "127.0.0.1").on("error", () => undefined));
    await Promise.race(many.map(closed));
    for (const socket of many) socket.destroy();
    expect(await isOver(callback)).toBe(false);
  });
});
