// A window for the drill of sleep: sends one message, streams its answer, and says when it is under way and how it ended.
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../extension/persist/database/store.ts";
import { Session } from "../../extension/turn/conversation/session.ts";
import { plainRooms } from "./plain-rooms.ts";

const [path = "", words = "", chunks = "1", ahead = "0"] = process.argv.slice(2);

const rooms = plainRooms(openStore(path), async function* (signal) {
  for (let chunk = 0; chunk < Number(chunks) && !signal.aborted; chunk++) {
    yield `${words} ${chunk}\n\n`;
    if (chunk === 2) console.log("streaming");
    await sleep(20);
  }
});
rooms.now = () => Date.now() + Number(ahead);
const session = new Session(rooms, "ses_1");
const submitted = await session.submit([{ type: "text", text: words }]);
console.log(submitted.ok && !submitted.queued ? "sent" : "not sent");
await session.settled();
const isTakenOver = rooms.events.some((event) => event.type === "failure" && event.failure.code === "taken-over");
console.log(isTakenOver ? "taken over" : "ended");
process.exit(0);
