// Attachments that no model reads: they are stored, their path goes to the model, and its tools can open it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { attachmentCopies } from "../../extension/disk/attached/copies.ts";
import { diskFiles } from "../../extension/disk/tool-files.ts";
import { Transfers } from "../../extension/host/panel/draft/transfers.ts";
import type { FileAttachment } from "../../extension/message/part.ts";
import { preview } from "../../extension/preview/preview.ts";
import { plainDecoding } from "../../extension/text/decode-text.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { readTool } from "../../extension/tools/reading/read.ts";
import { modelOf } from "../fakes/context.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";
import { ABOUT, toolWorld } from "../fakes/tool-world.ts";

const bytes = Buffer.from("PK\x03\x04\x14\0\0\0\0\0", "latin1");

async function attach(ports: FakePorts, name: string, content: Buffer): Promise<FileAttachment> {
  const transfers = new Transfers(ports.store, () => Promise.resolve(plainDecoding));
  const about = { type: "file-chunk", session_id: "ses_1", transfer: "t", name, size: content.length } as const;
  const taken = await transfers.take({ ...about, offset: 0, bytes: new Uint8Array(content) });
  if (taken.state !== "whole") throw new Error(taken.state);
  return taken.part;
}

function placed(): { ports: FakePorts; folder: string } {
  const ports = fakePorts();
  const folder = temporaryFolder();
  const converters = (mime: string): string[] => (mime.startsWith("audio/") ? ["ffmpeg"] : []);
  ports.places = { ...ports.places, ...attachmentCopies(folder, process.platform), converters };
  return { ports, folder };
}

async function send(ports: FakePorts, part: FileAttachment): Promise<string> {
  const conversation = new Conversation(ports, "ses_1");
  await conversation.runner.submit([part, { type: "text", text: "look" }]);
  await conversation.runner.settled();
  const { prepared } = await preview(ports, "ses_1", [{ type: "text", text: "and now?" }]);
  return JSON.stringify(prepared.request);
}

function pathIn(request: string): string {
  return /; file: ([^;\]]+)/.exec(request)?.[1] ?? "";
}

describe("a file that no model reads", () => {
  it.each([
    ["small", bytes],
    ["large", Buffer.concat([bytes, Buffer.alloc(2 << 20, 7)])],
  ])("is kept whole, and the model gets the path of a copy: %s", async (_, content) => {
    const { ports } = placed();
    const part = await attach(ports, "old notes.zip", content);
    expect(part).toMatchObject({ mime: "application/zip", size: content.length });
    const path = pathIn(await send(ports, part));
    expect(path).toMatch(/\/old notes\.zip$/);
    expect(readFileSync(path).equals(content)).toBe(true);
  });

  it("can be opened by the tools without a question", async () => {
    const { ports, folder } = placed();
    const long = Buffer.from("a line\n".repeat(20_000));
    const path = pathIn(await send(ports, await attach(ports, "long.txt", long)));
    const world = toolWorld();
    const root = { name: "work", path: world.root };
    const files = diskFiles({ folders: () => [root], exclude: () => [], kept: [folder] });
    const prepared = await readTool({ ...world.ports, files }).prepare({ path, end: 1 }, ABOUT);
    if (!prepared.ok) throw new Error(prepared.output);
    expect(prepared.call.needs).toMatchObject([{ permission: "read" }]);
    expect(await prepared.call.run(new AbortController().signal)).toMatchObject({ ok: true });
  });

  it("is named with the installed programs that convert it", async () => {
    const { ports } = placed();
    const sound: FileAttachment = { type: "file-attachment", name: "a.mp3", mime: "audio/mpeg", size: 2, data: "SUQ=" };
    expect(await send(ports, sound)).toMatch(/bytes; file: [^;]+\/a\.mp3; installed to convert it: ffmpeg\]/);
  });

  it("has no path for a model without tools, and no copy before it is sent", async () => {
    const { ports, folder } = placed();
    const part = await attach(ports, "a.zip", bytes);
    const { assembled } = await preview(ports, "ses_1", [part]);
    expect(assembled.views[0]?.problem).toContain("The model can open it with its tools.");
    expect(readdirSync(folder)).toEqual([]);
    ports.model = () => modelOf("anthropic", { tools: false });
    const { prepared } = await preview(ports, "ses_1", [part]);
    expect(JSON.stringify(prepared.request)).toContain("[attachment: a.zip, application/zip, 10 bytes]");
  });

  it("has its copy again in the next turn if that was removed", async () => {
    const { ports } = placed();
    const path = pathIn(await send(ports, await attach(ports, "a.zip", bytes)));
    const { rmSync } = await import("node:fs");
    rmSync(join(path, ".."), { recursive: true });
    await send(ports, await attach(ports, "b.zip", bytes));
    expect(existsSync(path)).toBe(true);
  });
});
