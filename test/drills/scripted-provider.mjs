// A provider on loopback that answers each message alike: it reads a file, searches, runs a command, and then talks for long.
import { createServer } from "node:http";

const calls = [
  { name: "read", arguments: { path: "src/a.js" } },
  { name: "grep", arguments: { pattern: "weigh" } },
  { name: "bash", arguments: { command: "echo done" } },
];
const pieces = 400;
const piece = "A sentence of an answer, with `code` in it, a **word** and a number.\n\n";

/** Speaks OpenAI's Chat Completions. `toolRounds`: how many results of tools came back. */
export async function scriptedProvider() {
  const met = { answers: 0, toolRounds: 0 };
  const server = createServer((request, response) => {
    if (request.method === "GET") return response.writeHead(404).end();
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => void answer(JSON.parse(Buffer.concat(chunks).toString()), response, met));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    met,
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => new Promise((resolve) => server.closeAllConnections(server.close(resolve))),
  };
}

async function answer({ messages }, response, met) {
  const say = (delta, finish_reason = null) => {
    const chunk = {
      id: "c",
      object: "chat.completion.chunk",
      model: "m",
      choices: [{ index: 0, delta, finish_reason }],
    };
    return response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  const done = messages
    .slice(messages.findLastIndex(({ role }) => role === "user"))
    .filter(({ role }) => role === "tool");
  const call = calls[done.length];
  if (done.length > 0) met.toolRounds += 1;
  if (call === undefined) {
    for (let index = 0; index < pieces && !response.destroyed; index += 1) {
      if (!say({ content: piece })) await new Promise((resolve) => response.once("drain", resolve));
      // As a stream comes: in many packets.
      await new Promise((resolve) => setImmediate(resolve));
    }
    met.answers += 1;
    say({}, "stop");
  } else {
    const made = { name: call.name, arguments: JSON.stringify(call.arguments) };
    say({ tool_calls: [{ index: 0, id: `call_${messages.length}`, type: "function", function: made }] });
    say({}, "tool_calls");
  }
  response.end("data: [DONE]\n\n");
}
