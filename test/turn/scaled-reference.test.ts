// A picture that a message refers to and that is larger than models take: its smaller copy goes, in the turn and later.
import { expect, it } from "vitest";
import { SmallerCopies } from "../../extension/disk/attached/smaller-copies.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { contentId, storeBytes } from "../../extension/persist/contents/blobs.ts";
import { preview } from "../../extension/preview/preview.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { readStoredPicture } from "../../extension/turn/request/stored-picture.ts";
import { modelOf, png } from "../fakes/context.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";

const wide: KnownPart = { type: "file-ref", ref: { kind: "path", path: "wide.png" } };
const say: KnownPart = { type: "text", text: "look" };

/** The file is as wide as `width` says; its copy is 20 pixels wide. */
function portsWith(picture: { width: number; copyMime?: string }): FakePorts {
  const ports = fakePorts();
  const copies = new SmallerCopies({
    shrink: () => Promise.resolve({ mime: picture.copyMime ?? "image/png", data: png(20, picture.width % 1000) }),
    digest: contentId,
  });
  ports.model = () => modelOf("anthropic");
  ports.readFile = () =>
    copies.withCopy({ state: "binary", size: 33, media: { mime: "image/png", data: png(picture.width, 10) } });
  return ports;
}

const request = async (ports: FakePorts, ...parts: KnownPart[]): Promise<string> =>
  JSON.stringify((await preview(ports, "ses_1", parts)).prepared.request);

it("the copy goes to the wire and stands in the manifest as scaled, and nothing is dropped", async () => {
  const ports = portsWith({ width: 9010 });
  const { prepared, assembled } = await preview(ports, "ses_1", [wide, say]);
  expect(JSON.stringify(prepared.request)).toContain(png(20, 10));
  expect(JSON.stringify(prepared.request)).not.toContain(png(9010, 10));
  expect(assembled.manifest.task[0]).toMatchObject({
    part: "file-ref wide.png",
    lowered_as: "image/png, scaled to 20 × 10",
  });
  expect(assembled.manifest.dropped).toEqual([]);
});

it("it is stored with the message: later requests repeat it, whatever becomes of the file", async () => {
  const picture = { width: 9010 };
  const ports = portsWith(picture);
  const conversation = new Conversation(ports, "ses_1");
  const anthropic = ports.model;
  ports.model = fakePorts().model;
  await conversation.runner.submit([wide, say]);
  await conversation.runner.settled();
  ports.model = anthropic;
  picture.width = 9020;
  const now = await request(ports, wide, say);
  // The turn before as it was sent, and the changed picture with a copy of its own.
  expect(now).toContain(png(20, 10));
  expect(now).toContain(png(20, 20));
});

it("a model that does not take the copy's type gets the original if it takes that", async () => {
  const ports = portsWith({ width: 9010, copyMime: "image/webp" });
  ports.model = () => modelOf("gemini", { accepts: ["image/png"] });
  expect(await request(ports, wide, say)).toContain(png(9010, 10));
});

it("a reference to a stored picture goes as its copy too, in the turn and in the history", async () => {
  const ports = portsWith({ width: 9010 });
  const copies = new SmallerCopies({
    shrink: () => Promise.resolve({ mime: "image/png", data: png(30, 7) }),
    digest: contentId,
  });
  const { content_id } = await storeBytes(ports.store, Buffer.from(png(9000, 10), "base64"), "image/png");
  ports.readStored = async (id) => copies.withCopy(await readStoredPicture(ports.store, id), id);
  const part: KnownPart = { type: "file-ref", ref: { kind: "content-id", id: content_id, name: "stored.png" } };
  const { prepared, assembled } = await preview(ports, "ses_1", [part, say]);
  expect(JSON.stringify(prepared.request)).toContain(png(30, 7));
  expect(assembled.manifest.task[0]?.lowered_as).toBe("image/png, scaled to 30 × 7");
  const conversation = new Conversation(ports, "ses_1");
  const anthropic = ports.model;
  ports.model = fakePorts().model;
  await conversation.runner.submit([part, say]);
  await conversation.runner.settled();
  ports.model = anthropic;
  const later = await request(ports, say);
  expect(later).toContain(png(30, 7));
  expect(later).not.toContain(png(9000, 10));
});
