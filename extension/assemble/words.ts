// The texts of a request: why a part is left out or changed, and the labels that the model reads.
import { compact, counted, grouped } from "../text/counted.ts";

// On a chip before sending: what will not be sent as it looks
export const notSent = (name: string, reason: string): string => `${name} will not be sent: ${reason}.`;
export const notRead = (name: string, reason: string): string =>
  `Could not read ${name}: ${reason}. Restore the file, or remove it from the message.`;
export const pinNotRead = (name: string, reason: string): string =>
  `Could not read ${name}: ${reason}. Restore the file, or unpin it.`;
export const fileTooLarge = (name: string): string =>
  `${name} is too large to send whole, so only its name and size will be sent. Add the relevant lines instead.`;
export const fileNotText = (name: string): string =>
  `${name} is not text, so only its name and size will be sent. Describe the relevant content instead.`;
export const fileUndecoded = (name: string): string =>
  `The encoding of ${name} is unknown, so only its name and size will be sent. Reopen it with its encoding, or save it as UTF-8.`;
export const fileShorter = (asked: string, sent: string): string =>
  `The file is shorter than ${asked}, so ${sent} will be sent. Select the lines again.`;
export const folderCut = (listed: number, all: number, isMore: boolean): string =>
  `Only ${listed} of ${isMore ? "more than " : ""}${all} entries will be sent. Add a subfolder instead.`;
export const nameOnly = (name: string, advice: string): string =>
  `Only the name and size of ${name} will be sent. ${advice}`;
export const placeOnly = (name: string): string =>
  `The name, size and path of ${name} will be sent, not its content. The model can open it with its tools.`;
export const pastePart = (kilobytes: number): string =>
  `The limit for attached text is ${kilobytes} KB. Paste the relevant part instead.`;
export const describeImage = "Describe the image, or select a model that accepts images.";
export const pastePdfText = "Select a model that accepts PDFs, or paste the relevant text.";
export const describeRecording = "Select a model that accepts this file type, or describe its content.";
export const saveAsUtf8 = "Its encoding is unknown. Save the file as UTF-8 and attach it again.";
export const describeContent = "Describe its content instead.";
export const skillNotLoaded = (name: string): string =>
  `The model cannot load the skill ${name} because it does not call tools. Type /${name} instead, or select a model that calls tools.`;

// Beside a chip
export const unsaved = "unsaved";
export const folder = "folder";

// In the preview: how a part is sent
export const asText = "text";
export const asPdfText = "text of the PDF";
export const asLines = (count: number): string => `text, ${counted(count, "line")}`;
export const asFolder = (entries: number): string => `folder, ${counted(entries, "entry")}`;
export const asScaled = (mime: string, width: number, height: number): string =>
  `${mime}, scaled to ${width} × ${height}`;
export const asLink = "link";
export const asDescriptor = "descriptor";
export const asPlaceholder = "placeholder";
export const asSuggestion = "suggestion";
export const asEditorContext = "editor_context";
export const asMoved = (start: number, end: number): string => `editor_context, moved from lines ${start}-${end}`;
export const asUnknown = "text of an unsupported part";
export const asAction = "host action";
export const asNothing = "nothing";

// In the preview: why a part is not sent
export const mentionUnresolved = "the mention could not be resolved";
export const resourceUnread = "the resource has not been read";
export const cannotLoadSkills = "the model cannot load skills";
export const commandRunsLocally = "commands run locally and are not sent";
export const contentMissing = "its stored content is missing";
export const fileUnread = "the file was not read";
export const rangeCut = (asked: string, sent: string): string => `${asked} reaches past the end; ${sent} is sent`;
export const notDecoded = "its encoding is unknown; its name and size are sent";
export const notChecked = (reason: string): string =>
  `sent with the lines of the mention, which were not checked: ${reason}`;
export const noText = "it contains no text";
export const itIsEmpty = "it is empty";

// In the preview: why something of the past is not sent
export const noCall = "no matching tool call";
export const noResult = "it has no result";
export const laterSummary = "replaced by a later summary";
export const replacedBySummary = (id: string): string => `replaced by summary ${id}`;
export const noAnswerFollowed = "no answer followed it";
export const otherProvider = "reasoning from another provider";
export const otherModel = "reasoning from another model";
export const otherServer = "reasoning from another server";
export const unsigned = "reasoning has no signature";
export const onlyWithCalls = "reasoning is sent only with tool calls";
export const oldAttachment = "attachment from an earlier turn; the request was over the context limit";
export const oldResult = (rounds: number): string =>
  `older than the last ${rounds} tool rounds; the request was over the context limit`;

// In the preview: what a piece of the request is called
// Manifests store these names, and the next request finds by them what the last one omitted: keep them as they are.
export const inMessage = (what: string, id: string): string => `${what} in ${id}`;
export const message = (id: string): string => `message ${id}`;
export const earlierMessages = (count: number): string => counted(count, "earlier message");
export const beginningOf = (id: string): string => `beginning of ${id}`;
export const answer = "answer";
export const reasoning = "reasoning";
export const summary = "summary";
export const toolCall = (name: string, id: string): string => `tool call ${name} ${id}`;
export const toolResult = (id: string): string => `tool result ${id}`;
export const attachment = (name: string): string => `attachment ${name}`;
export const askedUser = (question: string, answer: string): string =>
  `Galley asked the user: ${question}\nThe answer: ${answer}`;
export const skillStep = (skill: string): string => `step of ${skill}`;
export const commandText = (id: string): string => `text of ${id}`;
export const pin = (id: string): string => `pin ${id}`;
export const pinNote = "pin note";
export const unchangedPins = "unchanged";
export const tools = "tools";
export const end = "end";

// A request that is too large
export const sources = {
  system: "system text",
  tools: "tools",
  history: "history",
  pinned: "pins",
  task: "this message",
};
export const overBudget = (
  estimate: number,
  limit: number,
  largest: { source: string; tokens: number } | undefined,
  { hasHistory, hasPins }: { hasHistory: boolean; hasPins: boolean },
): string =>
  `This message is too large: about ${compact(estimate)} of ${compact(limit)} tokens.` +
  `${largest === undefined ? "" : ` The largest part is ${largest.source} (about ${compact(largest.tokens)} tokens).`} ` +
  `Remove some context,${hasHistory ? " compact the conversation," : ""}${hasPins ? " unpin an item," : ""} ` +
  "or select a model with a larger context window.";
export const resultsOverBudget = (estimate: number, limit: number): string =>
  `Tool results made the request too large: about ${compact(estimate)} of ${compact(limit)} tokens. Ask for less at a time, compact the conversation, or select a model with a larger context window.`;

// A text that is too long to be looked at
export const moreCharacters = (beginning: string, count: number): string => `${beginning}… (${count} more characters)`;
export const hiddenCharacters = (beginning: string, count: number, ending: string): string =>
  `${beginning}\n… ${count} characters hidden …\n${ending}`;

// What the model reads: files and attachments
export const fileLabel = (path: string, details: readonly string[]): string =>
  details.length === 0 ? `File: ${path}` : `File: ${path} (${details.join(", ")})`;
export const folderLabel = (path: string, listed: number, all: number, isMore: boolean): string => {
  const count = listed === all ? counted(listed, "entry") : `${listed} of ${isMore ? "more than " : ""}${all} entries`;
  return `Folder: ${path} (${count}, names only, ignored files omitted)`;
};
export const lines = (start: number, last: number): string => `lines ${start}-${last}`;
export const bytes = (start: number, last: number): string => `bytes ${start}-${last}`;
export const size = (count: number): string => `${count} bytes`;
export const attached = "attached";
export const pdfText = "text of the PDF";
export const contentNotIncluded = "content not included";
export const link = (url: string): string => `Link: ${url}`;
export const descriptor = (
  name: string,
  mime: string,
  count: number,
  path?: string,
  converters: readonly string[] = [],
): string => {
  const file = path === undefined ? "" : `; file: ${path}`;
  const programs = converters.length === 0 ? "" : `; installed to convert it: ${converters.join(", ")}`;
  return `[attachment: ${name}, ${mime}, ${count} bytes${file}${programs}]`;
};
export const unavailable = (name: string): string => `[attachment unavailable: ${name}]`;

// What the model reads: skills
export const suggestsSkill = (name: string): string =>
  `[The user suggests the skill ${name}. Load it with the skill tool.]`;

// What the model reads: pins
export const pinned = (name: string): string => `Pinned: ${name}`;
export const asOfThisTurn = (label: string): string => `${label}, as of this turn`;
export const pinsUnchanged = (names: readonly string[]): string =>
  `Pinned and unchanged since shown above: ${names.join(", ")}.`;
export const pinIsBack = (name: string, version: number, count: number): string =>
  `${name} is the same again as version ${version} of the ${count} shown above.`;
export const pinsUnavailable = (names: readonly string[]): string =>
  `Pinned and still unavailable: ${names.join(", ")}.`;

// What the model reads: the past
export const continues = "[The conversation continues here.]";
export const restIn = (path: string): string => `[the rest is in ${path}]`;
export const resultElided = (tokens: number): string => `[tool result elided — ~${tokens} tokens]`;
export const attachmentElided = (name: string, tokens: number): string =>
  `[attachment elided: ${name}, ~${tokens} tokens]`;
export const summaryText = (text: string, skills: readonly string[]): string =>
  `Summary of the conversation before this point:\n\n${text}${skills.length === 0 ? "" : `\n\nSkills invoked in it: ${skills.join(", ")}.`}`;

// What the model reads: the project
export const workspaceFolders = (folders: readonly { name: string; root: string }[]): string =>
  `Workspace folders: ${folders.map(({ name, root }) => `${name} (${root})`).join(", ")}`;
export const instructionsHead =
  "Project instructions. If two conflict, follow the later one: it is closer to the relevant files.";
export const instructionsFrom = (path: string): string => `From ${path}:`;
export const duplicateOf = (path: string): string => `duplicate of ${path}`;
export const truncated = (tokens: number, limit: number): string =>
  `truncated: about ${grouped(tokens)} tokens over the limit of ${grouped(limit)} for instructions`;
