// A compatible server that says all of an answer but its end, and the end when it is let go.
import { createServer } from "node:http";

export async function heldServer(output) {
  const said = (choice) => `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, ...choice }] })}\n\n`;
  const usage = { prompt_tokens: 6_000, completion_tokens: 6_000 };
  const counted = `data: ${JSON.stringify({ id: "1", choices: [], usage })}\n\n`;
  let arrived = Promise.withResolvers();
  const server = createServer((request, response) => {
    if (request.method !== "POST") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "held", object: "model" }] }));
      return;
    }
    request.resume().on("end", () => {
      response.setHeader("content-type", "text/event-stream");
      for (const line of output.split(/(?<=\n)/)) response.write(said({ delta: { content: line } }));
      arrived.resolve(response);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  let held;
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async isHeld() {
      held = await arrived.promise;
      arrived = Promise.withResolvers();
    },
    /** Returns when the last byte went. */
    letGo() {
      held.end(`${said({ delta: {}, finish_reason: "stop" })}${counted}data: [DONE]\n\n`);
      return Date.now();
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
