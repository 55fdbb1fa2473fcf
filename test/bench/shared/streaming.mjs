// Streams a long answer into the panel: the chunks come from a page of another site, with a thread of its own as the host has.
import { GATHER_MS } from "../../../extension/host/panel/page/paced-posts.ts";
import { conversation } from "../../webview/samples.ts";
import { chunksOf } from "./answer.mjs";
import { typeLetters, watchKeys } from "./key-times.mjs";

export const chunks = 5_000;
/** Faster than models are, and slow enough for a frame between every few. */
const everyMs = 4;
const POSTER = "http://poster.test/";
/** Pressed while an answer streams and while none does; the first are forgotten. */
const keys = 140;
const firstKeys = 20;

export const asked = { role: "user", id: "m1", at: 1, parts: [{ type: "text", text: "Why?" }] };
export const answer = { role: "assistant", id: "m2", at: 2, model: "Bench", finish: null, parts: [] };

export async function stream(panel, text) {
  const poster = await posterOf(panel.page);
  const run = { state: "busy", message_id: "m1" };
  await panel.send({ type: "run", run }, { type: "message", session_id: "ses_1", message: answer });
  await poster.evaluate(pump, { pieces: gathered(chunksOf(text, chunks)), everyMs: everyMs * together });
  const message = { ...answer, finish: "end", parts: [{ type: "text", text }] };
  await panel.send(
    { type: "message", session_id: "ses_1", message },
    { type: "run", run: { state: "idle", message_id: null } },
  );
  return text;
}

/** How many pieces of the provider the host posts together. */
const together = Math.ceil(GATHER_MS / everyMs);

/** What the host makes of pieces that come at this pace: PacedPosts. */
function gathered(pieces) {
  const posts = [];
  for (let at = 0; at < pieces.length; at += together) posts.push(pieces.slice(at, at + together).join(""));
  return posts;
}

/** A page that can post to the panel, and draws nothing. */
async function posterOf(page) {
  await page.context().route(POSTER, (route) => route.fulfill({ contentType: "text/html", body: "<p>Poster</p>" }));
  const [poster] = await Promise.all([page.waitForEvent("popup"), page.evaluate((url) => void open(url), POSTER)]);
  await poster.waitForLoadState();
  await page.bringToFront();
  return poster;
}

/** In the poster: one piece after the other at a steady pace. */
function pump({ pieces, everyMs }) {
  const delta = { type: "delta", session_id: "ses_1", message_id: "m2", part: 0, kind: "text" };
  const begun = performance.now();
  let next = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(pieces.length, next + 20, Math.ceil((performance.now() - begun) / everyMs));
      for (; next < due; next++) opener.postMessage({ ...delta, text: pieces[next] }, "*");
      if (next < pieces.length) return;
      clearInterval(timer);
      resolve();
    }, everyMs);
  });
}

/** In a new page of its own, because keys cost too: how long they take, while `text` streams in if there is one. */
export async function keysIn(studio, text) {
  const panel = await studio.panel({ snapshot: conversation({ messages: [asked] }) });
  const { page } = panel;
  await page.evaluate(watchKeys);
  await page.locator(".input[role=textbox]").focus();
  let isStreaming = text !== undefined;
  const streamed = text && stream(panel, text).then(() => (isStreaming = false));
  if (text) await page.getByRole("article", { name: "Bench" }).waitFor();
  await page.locator(".input[role=textbox]").focus();
  const { times } = await typeLetters(page, page, keys);
  if (text && !isStreaming) throw new Error("The answer ended before the last key.");
  await streamed;
  await panel.close();
  return times.slice(firstKeys);
}
