// A window for the drill of sleep: sends one message, streams its answer, and says when it is under way and how it ended.
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../extension/persist/database/store.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { plainPorts } from "./plain-ports.ts";

const [path = "", words = "", chunks = "1", ahead = "0"] = process.argv.slice(2);

const ports = plainPorts(openStore(path), async function* (signal) {
  for (let chunk = 0; chunk < Number(chunks) && !signal.aborted; chunk++) {
    yield `${words} ${chunk}\n\n`;
    if (chunk === 2) console.log("streaming");
    await sleep(20);
  }
});
ports.now = () => Date.now() + Number(ahead);
const conversation = new Conversation(ports, "ses_1");
const submitted = await conversation.runner.submit([{ type: "text", text: words }]);
console.log(submitted.ok && !submitted.value.queued ? "sent" : "not sent");
await conversation.runner.settled();
const isTakenOver = ports.events.some((event) => event.type === "failure" && event.failure.code === "taken-over");
console.log(isTakenOver ? "taken over" : "ended");
process.exit(0);
