// Files on their way to the host where no browser helps: the original goes in any case.
import { expect, test } from "vitest";
import type { ToHost } from "../../extension/protocol/to-host.ts";
import { Transfers } from "../../webview/state/transfers.ts";

test("a picture of which no smaller copy can be made goes as it is", async () => {
  const posted: ToHost[] = [];
  const transfers = new Transfers({
    post: (message) => {
      posted.push(message);
      if (message.type === "file-chunk") queueMicrotask(() => transfers.taken(message.transfer, false));
    },
    listen: () => undefined,
  });
  // There is nothing here that could draw.
  await transfers.send("ses_1", new File([new Uint8Array(3)], "a.png", { type: "image/png" }));
  expect(posted).toMatchObject([{ type: "file-chunk", name: "a.png", size: 3, offset: 0 }]);
});

test("asked for a smaller copy of a picture, the panel answers also if it can make none", async () => {
  const posted: ToHost[] = [];
  const transfers = new Transfers({ post: (message) => posted.push(message), listen: () => undefined });
  await transfers.shrink({ type: "shrink", id: "7", mime: "image/png", bytes: new Uint8Array(3) });
  expect(posted).toEqual([{ type: "shrunk", id: "7" }]);
});
