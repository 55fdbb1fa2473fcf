// An MCP server over stdio whose prompts change when one is asked for, and some of which are ill made. Raw lines, no library.
import { createInterface } from "node:readline";

interface Message {
  id?: number;
  method?: string;
  params?: { name?: string };
}

const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const prompts: unknown[] = [
  { name: "talk", description: "\u001b[31mTalks\u202e about it.", arguments: [{ name: "topic" }] },
  { name: "odd", arguments: [{ nameless: true }] },
  { name: "ill" },
  { description: "has no name" },
  "nonsense",
];
const message = (role: string, content: unknown): object => ({ role, content });

function get(name = ""): object {
  if (name === "ill") return { messages: "none" };
  const resource = { uri: "note://1", text: "x".repeat(300_000) };
  return {
    messages: [
      message("user", { type: "text", text: "What is a galley?" }),
      message("assistant", [
        { type: "text", text: "A ship." },
        { type: "resource", resource },
      ]),
      message("user", { type: "hologram" }),
    ],
  };
}

const answers: Record<string, (message: Message) => object> = {
  initialize: () => ({
    protocolVersion: "2025-06-18",
    capabilities: { prompts: { listChanged: true } },
    serverInfo: { name: "prompts", version: "1" },
  }),
  "prompts/list": () => ({ prompts }),
  "prompts/get": ({ params }) => {
    prompts.push({ name: `more-${prompts.length}` });
    say({ method: "notifications/prompts/list_changed" });
    return get(params?.name);
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line) as Message;
  const answer = answers[asked.method ?? ""];
  if (asked.id !== undefined && answer !== undefined) say({ id: asked.id, result: answer(asked) });
});
