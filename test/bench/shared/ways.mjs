// Ways to place what is pinned in a request: ours, and what others do with context that changes.
import { assemble } from "../../../extension/assemble/assemble.ts";
import { KnownHistory } from "../../../extension/assemble/history.ts";
import { loopback } from "../../../extension/turn/wire.ts";

const model = { ...loopback, provider: "m", context_window: 10_000_000 };
const layers = [{ id: "agent.system", text: "You are a programming assistant. Be brief and exact. ".repeat(60) }];

/** Returns the texts of a request, in order, given the history, the turn and what is pinned now. */
export function ways() {
  return { append: ours("append"), turn: ours("turn"), "last message": inLastMessage(), "system message": inSystem() };
}

function ours(placement) {
  const asSent = new Map();
  const known = new KnownHistory();
  return (history, turn, pins) => {
    const done = put({ history, turn, pins, placement, known, earlier: { asSent, elided: new Map() } });
    asSent.set(turn.id, done.sent);
    return done.texts.map(({ text }) => text);
  };
}

/** All that is open is written into the message that is sent, every time, and is gone from those before. */
function inLastMessage() {
  return (history, turn, pins) => {
    const typed = put({ history, turn, pins: [], placement: "turn" }).texts.map(({ text }) => text);
    const context = pins.map(({ id, part }) => `<file path="${id}">\n${part.text}\n</file>`).join("\n");
    return [...typed.slice(0, -1), `${context}\n${typed.at(-1)}`];
  };
}

/** All that is open is part of the instructions. */
function inSystem() {
  return (history, turn, pins) => {
    const [system, ...typed] = put({ history, turn, pins: [], placement: "turn" }).texts.map(({ text }) => text);
    return [
      `${system}\n${pins.map(({ id, part }) => `<file path="${id}">\n${part.text}\n</file>`).join("\n")}`,
      ...typed,
    ];
  };
}

function put(input) {
  return assemble({
    session_id: "s",
    layers,
    model,
    load: () => undefined,
    digest: (text) => text,
    now: 0,
    newId: () => "man",
    ...input,
  });
}
