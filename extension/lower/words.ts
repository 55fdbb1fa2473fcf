// What Galley says when a provider or an agent does not get something as it was, and what they read in its place.
import { counted } from "../text/counted.ts";

// What a warning is about
export const layer = (id: string): string => `layer ${id}`;
export const tools = "tools";
export const body = "body";
export const history = "history";

// Attachments of which only the name and size are sent
export const modelRefuses = (model: string, mime: string): string =>
  `${model} does not accept ${mime}; only the name and size are sent`;
export const providerRefuses = (mime: string): string =>
  `this provider does not accept ${mime}; only the name and size are sent`;
export const noContent = "the content is empty or missing; only the name and size are sent";
export const tooLarge = (limit: string): string =>
  `larger than this provider's limit of ${limit}; only the name and size are sent`;
export const tooManyPixels = (width: number, height: number, edge: number): string =>
  `${width} × ${height} pixels exceeds this provider's limit of ${edge} per side; only the name and size are sent`;
export const tooMany = (limit: number): string =>
  `more than this provider's limit of ${limit} attachments; only the name and size are sent`;
export const tooLargeInTotal = (limit: string): string =>
  `the attachments exceed ${limit} in total; only the name and size are sent`;

// Reasoning, tools and profile fields that are not sent
export const toolsNotSupported = (model: string): string => `not sent; ${model} does not support tools`;
export const reasoningOfOther = "not sent; reasoning from another provider";
export const reasoningUnsigned = "not sent; reasoning has no signature";
export const reasoningNotAccepted = "not sent; this API does not accept reasoning";
export const notFromGemini = "not sent; not from Gemini";
export const notFromOpenai = "not sent; not from OpenAI";
export const fieldRefused = (reason: string): string => `not sent; ${reason}`;
export const fieldsNotAccepted = "not sent; this model does not accept profile fields";

// What an agent does not get
export const ownInstructions = "not sent; the agent uses its own instructions";
export const ownTools = "not sent; the agent uses its own tools";
export const fieldsNotInAcp = "not sent; ACP prompts do not support it";
export const messagesKept = (count: number): string =>
  `not sent again; the agent keeps ${count === 1 ? "this" : "these"} ${counted(count, "message")}`;
export const alreadySent = "not sent again; the agent already has it";
export const oldestOmitted = (count: number): string => `too long; the oldest ${count} messages are omitted`;
export const earlierMediaAsText = "earlier messages are sent as text; only the name and size are sent";
export const earlierReasoning = "earlier reasoning is not sent";

// What an agent gets as a link, or by name and size
export const agentRefuses = (mime: string): string => `the agent does not accept ${mime}`;
export const agentRefusesFiles = "the agent does not accept embedded files";
export const contentNotIncluded = "content not included";
export const contentMissing = "the content is empty or missing";
export const overTotal = "the attachments exceed 15 MB in total";
export const nameSent = (reason: string): string => `${reason}; only the name and size are sent`;
export const linkSent = (reason: string, hasUnsavedChanges: boolean): string =>
  `${reason}; a link is sent${hasUnsavedChanges ? "; unsaved changes are included when the agent reads the file through Galley" : ""}`;

// What the agent reads
export const earlierMessages =
  "This conversation started before you joined. The earlier messages follow, oldest first, then the message to answer.";
export const attachments = (paths: readonly string[]): string =>
  `Attachments:\n${paths.map((path) => `- ${path}\n`).join("")}`;

// What the model reads
export const image = (number: number, name: string): string => `[image ${number}: ${name}]`;

// What a model that fills in the middle reads before the code, and what it does not get
export const fileLabel = (path: string): string => `File: ${path}`;
export const fileAndLanguage = (path: string, language: string): string =>
  language === "" ? fileLabel(path) : `${fileLabel(path)} (${language})`;
export const rawTokens = "not sent beyond a special token of the model, which the text contains";
