// The scripted server: an Ollama that answers as the oracle says, in its time, and keeps when each request came and went.
import { createServer } from "node:http";
import { ollama } from "../../fakes/fim/local.ts";
import { answerTo } from "./completion-oracle.mjs";

/** The same in all processes of a machine, in milliseconds. */
const clock = () => Number(process.hrtime.bigint()) / 1e6;

/**
 * `requests`: `{received, ended, closed, isWhole, prompt, pieces: [{at, text}], fault}`. Set `trace` to what is typed.
 * With `fixedMs`, every answer comes then, at once and without a fault.
 */
export async function runScriptedServer() {
  const state = { trace: undefined, fixedMs: undefined, requests: [], url: "", close: () => undefined };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const [path, body] = [`${request.method} ${request.url}`, text === "" ? {} : JSON.parse(text)];
    if (path !== "POST /api/generate") ollama({ path, body, response, behaviour: { pieces: [] } });
    else answer(state, { path, body, response });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.url = `http://127.0.0.1:${server.address().port}`;
  state.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return state;
}

function answer(state, { path, body, response }) {
  const told = answerTo(state.trace, body);
  const { ms, fault, output } = state.fixedMs === undefined ? told : { ...told, ms: state.fixedMs, fault: undefined };
  // Every second answer comes in pieces, as a model writes it.
  const isWhole = state.fixedMs !== undefined || state.requests.length % 2 === 0 || output.length < 6;
  const record = { received: clock(), isWhole, prompt: body.prompt, output, ms, fault, pieces: [] };
  state.requests.push(record);
  response.on("close", () => {
    record.closed = clock();
    record.isStopped = !response.writableEnded && fault !== "cut";
  });
  if (fault === "never") return;
  const status = fault === "refused" ? { status: 500 } : {};
  const pieces = isWhole ? [output] : thirds(output);
  const send = () => {
    if (response.destroyed) return;
    ollama({ path, body, response: paced(response, record, 0.2 * ms), behaviour: { pieces, ...status } });
    if (fault === "cut") response.destroy();
  };
  setTimeout(send, isWhole ? ms : 0.6 * ms);
}

const thirds = (text) => {
  const size = Math.ceil(text.length / 3);
  return [text.slice(0, size), text.slice(size, 2 * size), text.slice(2 * size)].filter((piece) => piece !== "");
};

/** The fake writes all at once: what follows the first piece waits for its time. */
function paced(response, record, everyMs) {
  let written = 0;
  const later = (call) => {
    if (written === 0) call();
    else setTimeout(() => !response.destroyed && call(), written * everyMs);
  };
  return {
    get destroyed() {
      return response.destroyed;
    },
    writeHead: (...given) => response.writeHead(...given),
    write(chunk) {
      later(() => {
        record.pieces.push({ at: clock(), text: JSON.parse(chunk).response });
        response.write(chunk);
      });
      written += record.isWhole ? 0 : 1;
    },
    end(chunk) {
      written -= written === 0 ? 0 : 1;
      later(() => {
        record.ended = clock();
        response.end(chunk);
      });
    },
  };
}
