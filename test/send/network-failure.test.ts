// What the network says instead of an answer, in words that are true and lead on.
import { expect, it } from "vitest";
import { networkFailure } from "../../extension/send/failures/network.ts";
import type { Party } from "../../extension/send/failures/party.ts";

const server: Party = {
  name: "Custom Server",
  model: "m",
  baseUrl: "http://localhost:1234/v1",
  isOwnServer: true,
  host: "localhost:1234",
};

const failed = (code: string): Error => new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });

it.each(["ECONNRESET", "UND_ERR_SOCKET"])("calls a connection lost that there was: %s", (code) => {
  expect(networkFailure(failed(code), server)).toMatchObject({ code: "connection-lost", retryable: true });
});

it.each(["", "EADDRNOTAVAIL", "EACCES"])("does not call a connection lost that there never was: “%s”", (code) => {
  const { message, action } = networkFailure(failed(code), server);
  expect(message).toMatch(/^Could not reach Custom Server at http:\/\/localhost:1234\/v1/);
  expect(message).not.toContain("lost");
  expect(action).toBe("setServer");
});

it("says that a server does not speak HTTPS", () => {
  expect(networkFailure(failed("EPROTO"), server)).toMatchObject({
    code: "no-https",
    message: expect.stringContaining("http://") as string,
    action: "setServer",
  });
});

it.each(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT"])("leads to the address of one's own server: %s", (code) => {
  expect(networkFailure(failed(code), server).action).toBe("setServer");
  expect(networkFailure(failed(code), { ...server, isOwnServer: false }).action).toBe("openSettings");
});
