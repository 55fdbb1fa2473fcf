// What the panel says about its message, its answers, their tool calls and what they ask.
import { counted } from "../../extension/text/counted.ts";

// Adding files to the message
export const foldersNotDropped = (names: string): string =>
  `Could not add ${names} by dropping. Use Attach to add folders from outside VS Code.`;
export const adding = (name: string, index: number, count: number): string =>
  count > 1 ? `Adding ${name} (${index} of ${count})…` : `Adding ${name}…`;
export const fileNotRead = (name: string): string => `Could not read ${name}. It was not added.`;

// Sending the message
export const alreadySending = "Sending… Your message stays in the input until it is sent.";
export const sentWhenReady = "Galley is starting. Your message will be sent when it is ready.";
export const preparing = "Preparing message…";
export const queued = "Queued";
export const retrying = (seconds: number, attempt: number, of: number): string =>
  `Retrying in ${seconds} s (${attempt} of ${of})…`;
export const silent = (seconds: number): string => `Still processing, ${seconds} s…`;

// A compaction in the conversation
export const compacted = (what: string, tokens: string, kept: readonly string[]): string =>
  `Compacted: ${what} summarized in ~${tokens} tokens${kept.map((one) => `; ${one}`).join("")}`;
export const compactedAutomatically = (what: string, tokens: string, kept: readonly string[]): string =>
  `Compacted automatically: ${what} summarized in ~${tokens} tokens${kept.map((one) => `; ${one}`).join("")}`;
export const compactedMessages = (count: number, tokens: string): string =>
  `${counted(count, "message")}, ~${tokens} tokens`;
export const earlierMessages = "Earlier messages";
export const recentKept = "recent turns kept";
export const skillsKept = (names: string): string => `skills kept: ${names}`;

// The permissions that a call needs
export const readFile = "Read this file";
export const readOutside = "Read outside the workspace";
export const writeOutside = "Write outside the workspace";
export const editFile = "Edit this file";
export const runCommand = "Run this command";
export const fetchFrom = (host: string): string => `Fetch from ${host}`;
export const changeMemories = "Change memories";
export const loadSkill = "Load this skill";
export const use = (name: string): string => `Use ${name}`;

// The user's reply to a card
export const allowed = {
  once: "Allowed",
  session: "Allowed in this conversation",
  project: "Allowed in this workspace",
};
export const answered = (answers: string): string => `Answered: ${answers}`;
export const replied = { deny: "Denied", form: "Sent", cancel: "Canceled" };

// The line of a tool call: a verb and its object
export const unnamedTool = "tool";
export const verbs = {
  fetch: "fetch",
  viewImage: "view image",
  read: "read",
  createSkill: "create skill",
  updateSkill: "update skill",
  add: "add",
  list: "list",
  asked: "asked",
  saveMemory: "save memory",
  readMemory: "read memory",
  deleteMemory: "delete memory",
};
export const skills = "skills";
export const memory = "memory";
export const artifactOf = (artifact: string, skill: string): string => `${artifact} to ${skill}`;
export const searchedIn = (pattern: string, folder: string): string => `${pattern} in ${folder}`;
export const todosDone = (done: number, all: number): string => `${done} of ${all} done`;
