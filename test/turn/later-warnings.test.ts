// What the wire could not take of a later request of a turn stands in the account of the turn.
import { expect, it } from "vitest";
import * as z from "zod/mini";
import type { LanguageModelPiece } from "../../extension/send/vscode-lm.ts";
import { readManifest } from "../../extension/persist/manifests.ts";
import { modelOf, png } from "../fakes/context.ts";
import { conversationWith, say } from "../fakes/tools.ts";

async function* pieces(round: number): AsyncGenerator<LanguageModelPiece> {
  yield await Promise.resolve(round < 3 ? { id: `call_${round}`, name: "shoot", input: { round } } : "I see nothing.");
}

it("a picture that a tool returned and that is over the limit is in the manifest, each once", async () => {
  const bytes = Buffer.from(png(9000, 10), "base64");
  const shoot = {
    name: "shoot",
    run: () => ({ ok: true as const, output: "taken", media: { name: "huge.png", mime: "image/png", bytes } }),
  };
  const { conversation, ports } = conversationWith([shoot]);
  let round = 0;
  ports.model = () => modelOf("vscode-lm", { tools: true, accepts: ["image/png"] });
  ports.languageModel = { send: () => Promise.resolve(pieces((round += 1))) };
  await conversation.runner.submit([say("look")]);
  await conversation.runner.settled();
  expect(round).toBe(3);
  const { id } = z.object({ id: z.string() }).parse(ports.store.get("SELECT id FROM manifests"));
  const dropped = readManifest(ports.store, id)?.dropped ?? [];
  const isTooLarge = ({ why }: { why: string }): boolean => why.startsWith("9000 × 10 pixels");
  expect(dropped.filter(isTooLarge)).toHaveLength(2);
  // Each request has told its own account, before it was sent.
  const told = ports.events.flatMap((event) => (event.type === "manifest" ? [event] : []));
  expect(told.map(({ round }) => round)).toEqual([1, 2, 3]);
  expect(told.map(({ manifest }) => manifest.dropped.filter(isTooLarge).length)).toEqual([0, 1, 2]);
  expect(told.map(({ message_id }) => message_id)).toEqual(
    Array.from({ length: 3 }, () => told[0]?.manifest.message_id),
  );
  const [first = 0, second = 0, third = 0] = told.map(({ manifest }) => manifest.estimate);
  expect(first).toBeLessThan(second);
  expect(second).toBeLessThan(third);
});
