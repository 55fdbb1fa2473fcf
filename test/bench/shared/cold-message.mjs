// The first message of a new window: from Enter in the panel to the first byte of its request, at a server of our own.
import { createServer } from "node:http";
import { answers } from "../../fakes/wire-answers.ts";
import { markTime } from "./opening.mjs";
import { frameWith } from "./inputs.mjs";
import { untilKept, useOnce, withWindows } from "./windows.mjs";

const focus = { key: "ctrl+alt+8", command: "galley.composer.focus" };
const question = "Why is this slow?";

/** Both clocks are the machine's: the page's and the server's. The user types for a while, and sends when done. */
export async function coldTimes(windows) {
  const server = await openServer();
  const machineSettings = {
    "galley.providers.custom.baseUrl": `${server.url}/v1`,
    "galley.providers.custom.models": [{ id: "cold", name: "Cold" }],
  };
  try {
    const options = { keybindings: [focus], settings: { "galley.model": "custom/cold" }, machineSettings };
    return await withWindows(options, async (inWindow, data) => {
      await useOnce(inWindow, data);
      const open = (work) => inWindow({ extensions: ["galley"], plan: { activate: ["galley.galley"] } }, work);
      // The provider was used before, too.
      await open(async (page) => {
        await firstMessage(page, server);
        await untilKept(data, "sdk-openai.js");
      });
      const times = [];
      for (let window = 0; window < windows; window += 1) times.push(await open((page) => firstMessage(page, server)));
      return times;
    });
  } finally {
    await server.close();
  }
}

async function firstMessage(page, server) {
  await page.keyboard.press("Control+Alt+8");
  const frame = await frameWith(page, ".input[role=textbox]");
  await markTime(page, "galley:complete");
  const arrival = server.next();
  await frame.evaluate(keepEnter);
  await page.keyboard.type(question, { delay: 80 });
  await page.keyboard.press("Enter");
  return (await arrival) - (await frame.evaluate("enteredAt"));
}

/** In the page. */
function keepEnter() {
  const keep = ({ key, timeStamp }) => {
    if (key === "Enter") globalThis.enteredAt = performance.timeOrigin + timeStamp;
  };
  window.addEventListener("keydown", keep, { capture: true });
}

/** Speaks as a compatible server does, and tells when a question began to arrive. */
async function openServer() {
  let arrived = () => undefined;
  const server = createServer((request, response) => {
    if (request.method !== "POST") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "cold", object: "model" }] }));
      return;
    }
    arrived(performance.timeOrigin + performance.now());
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(answers["openai-chat"].plain().join(""));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    next: () => new Promise((resolve) => (arrived = resolve)),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
