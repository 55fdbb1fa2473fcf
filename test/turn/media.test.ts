// Attachments across models: what each gets of the same conversation, in the turn and in the history, back and forth.
import { describe, expect, it } from "vitest";
import { PdfTexts } from "../../extension/disk/threads/pdf-texts.ts";
import type { Model } from "../../extension/message/model.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { preview } from "../../extension/preview/preview.ts";
import { modelOf, png } from "../fakes/context.ts";
import { pdfOf } from "../fakes/pdf.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";

const picture: KnownPart = { type: "file-attachment", name: "shot.png", mime: "image/png", size: 33, data: png(5, 6) };
const pdf = pdfOf("Quarterly figures");
const paper: KnownPart = {
  type: "file-attachment",
  name: "report.pdf",
  mime: "application/pdf",
  size: pdf.length,
  data: pdf.toString("base64"),
};
const blind = { accepts: [] };

async function conversation(
  ...parts: KnownPart[]
): Promise<{ ports: FakePorts; as: (model: Partial<Model>) => Promise<string> }> {
  const ports = fakePorts();
  ports.pdfs = new PdfTexts();
  const conversation = new Conversation(ports, "ses_1");
  await conversation.runner.submit([...parts, { type: "text", text: "look" }]);
  await conversation.runner.settled();
  const as = async (model: Partial<Model>): Promise<string> => {
    ports.model = () => modelOf("anthropic", model);
    const { prepared } = await preview(ports, "ses_1", [{ type: "text", text: "and now?" }]);
    return JSON.stringify(prepared.request);
  };
  return { ports, as };
}

describe("a picture of an earlier turn", () => {
  it("goes as bytes to a model that sees, as its name to one that does not, and back", async () => {
    const { as } = await conversation(picture);
    expect(await as({})).toContain(png(5, 6));
    const named = await as(blind);
    expect(named).not.toContain(png(5, 6));
    expect(named).toContain("[attachment: shot.png, image/png, 33 bytes; file: /attachments/");
    expect(await as({})).toContain(png(5, 6));
  });

  it("of which a smaller copy was made goes as that copy", async () => {
    const ports = fakePorts();
    const { storeBytes } = await import("../../extension/persist/contents/blobs.ts");
    const copy = await storeBytes(ports.store, Buffer.from(png(2, 2), "base64"), "image/png");
    const { data, ...bare } = picture;
    const whole = await storeBytes(ports.store, Buffer.from(data ?? "", "base64"), "image/png");
    const scaled = { ...copy, mime: "image/png", width: 2, height: 2 };
    ports.model = () => modelOf("anthropic");
    const { prepared, assembled } = await preview(ports, "ses_1", [{ ...bare, ...whole, scaled }]);
    expect(JSON.stringify(prepared.request)).toContain(png(2, 2));
    expect(assembled.manifest.task[0]?.lowered_as).toBe("image/png, scaled to 2 × 2");
  });
});

describe("a picture that is too much for the provider", () => {
  it("is badged before it is sent, accounted for when it is, and the turn goes", async () => {
    const huge: KnownPart = { ...picture, name: "huge.png", data: png(9000, 10) };
    const ports = fakePorts();
    ports.model = () => modelOf("anthropic");
    const { assembled, prepared } = await preview(ports, "ses_1", [huge]);
    expect(assembled.views[0]?.problem).toMatch(/^huge.png is sent in a different form: 9000 × 10 pixels/);
    expect(assembled.manifest.dropped).toMatchObject([{ what: "file-attachment huge.png" }]);
    expect(JSON.stringify(prepared.request)).toContain("[attachment: huge.png");
  });
});

describe("a PDF", () => {
  it("goes as it is to a model that reads PDFs, and as its words to one that does not", async () => {
    const { as } = await conversation(paper);
    expect(await as({})).toContain(pdf.toString("base64"));
    const words = await as(blind);
    expect(words).not.toContain(pdf.toString("base64"));
    expect(words).toContain("File: report.pdf (attached)");
    expect(words).toContain("Quarterly figures");
  });

  it("that nobody can read goes as its name", async () => {
    const broken = { ...paper, data: Buffer.from("%PDF-1.4 nothing").toString("base64") };
    expect(await (await conversation(broken)).as(blind)).toContain("[attachment: report.pdf");
  });
});
