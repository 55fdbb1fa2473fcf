// Each part of a user message becomes what the model reads, or a record of why it does not.
import type { CommandPart } from "../message/command.ts";
import { fileTargetOf, snapshotKey } from "../message/file-target.ts";
import type { UserMessage } from "../message/message.ts";
import { type FileAttachment, type Mention, type Part, type Ref, textOfUnknown } from "../message/part.ts";
import type { Range } from "../message/range.ts";
import type { Snapshot } from "../message/snapshot.ts";
import type { TextBlock } from "./context.ts";
import { type ContentClass, estimateTokens } from "./estimate.ts";
import { editorContextText, fileLabel, fileText, placeName } from "./model-view.ts";

/** What became of one part: a block, or nothing and the reason. */
export interface PartView {
  part: string;
  /** The part itself, once it is a view of a whole message; what a command became stands for itself. */
  of?: Part;
  block: TextBlock | undefined;
  lowered_as: string;
  /** Set when the model does not get what the user composed. */
  dropped?: string;
  /** Set when it goes, but not as it looks: shown on the chip before sending. */
  problem?: string;
  note?: string;
}

export type LoadContent = (contentId: string) => string | undefined;

export function viewParts(message: Pick<UserMessage, "parts" | "metadata">, load: LoadContent): PartView[] {
  const snapshots = message.metadata.snapshots ?? {};
  return message.parts.flatMap((part, index) => {
    const seen = part.type === "command" ? viewCommand(part, index, snapshots, load) : undefined;
    return seen ?? [{ ...viewPart(part, snapshots[snapshotKey(index)], load), of: part }];
  });
}

/** A resolved command is what it became: its literal never reaches a model. */
function viewCommand(
  { id, outcome, result_parts }: CommandPart,
  index: number,
  snapshots: Record<string, Snapshot>,
  load: LoadContent,
): PartView[] | undefined {
  if (outcome === undefined || outcome === "action" || result_parts === undefined) return undefined;
  return result_parts.map((part, at) => {
    const seen = viewPart(part, snapshots[snapshotKey(index, at)], load);
    return { ...seen, of: part, part: part.type === "text" ? `text of ${id}` : seen.part };
  });
}

function viewPart(part: Part, snapshot: Snapshot | undefined, load: LoadContent): PartView {
  switch (part.type) {
    case "text":
      return view("text", "", part.text, "prose", "text");
    case "file-ref":
      return viewRef(part.ref, part, snapshot, load);
    case "mention":
      return viewMention(part, snapshot, load);
    case "file-attachment":
      return viewAttachment(part);
    case "editor-context":
      return view("editor-context", part.kind, editorContextText(part), "json", "editor_context");
    case "skill-invocation":
      return view("skill-invocation", part.name, part.body, "prose", "text");
    case "command":
      return nothing("command", part.id, "host action", "a command is carried out, not sent");
    case "unknown":
      return view("unknown", "", textOfUnknown(part), "prose", "text of an unsupported part");
    default:
      return part satisfies never;
  }
}

function viewRef(ref: Ref, part: Part, snapshot: Snapshot | undefined, load: LoadContent): PartView {
  switch (ref.kind) {
    case "path":
      return viewFile("file-ref", part, snapshot, load);
    case "url":
      return view("file-ref", ref.url, `Link: ${ref.url}`, "prose", "link");
    case "content-id":
      return unavailable("file-ref", ref.name ?? ref.id, "its stored content is not loaded in this version");
    default:
      return ref satisfies never;
  }
}

function viewMention(part: Mention, snapshot: Snapshot | undefined, load: LoadContent): PartView {
  const { target } = part;
  switch (target.kind) {
    case "file":
      return viewFile("mention", part, snapshot, load);
    case "skill":
      return nothing("mention", `@${target.name}`, "nothing", "a skill mention only suggests the skill");
    case "symbol":
      return view("mention", target.name, symbolText(target), "json", "editor_context");
    case "context":
      return nothing("mention", `@${target.name}`, "nothing", "this mention did not resolve");
    case "resource":
      return nothing("mention", target.uri, "nothing", "this resource did not resolve");
    default:
      return target satisfies never;
  }
}

function symbolText(target: { name: string; path: string; range: { start: number; end: number } }): string {
  const payload = { name: target.name, path: target.path, lines: `${target.range.start}-${target.range.end}` };
  return editorContextText({ kind: "ref", source: target.path, payload });
}

function viewFile(kind: string, part: Part, snapshot: Snapshot | undefined, load: LoadContent): PartView {
  const target = fileTargetOf(part);
  if (target === undefined) throw new TypeError("viewFile takes a part that points at a file");
  const name = placeName(target.path, target.range);
  const place: Place = { path: target.path, ...(target.range !== undefined && { range: target.range }) };
  if (snapshot === undefined) return unavailable(kind, name, "it was never read", place);
  switch (snapshot.state) {
    case "text":
      return viewText(kind, place, snapshot, load(snapshot.content_id));
    case "large":
      return descriptor(kind, name, place, snapshot.size, "too large to send whole: select the lines that matter");
    case "binary":
      return descriptor(kind, name, place, snapshot.size, "not text: the model gets its name and size only");
    case "unavailable":
      return unavailable(kind, name, snapshot.reason, place);
    default:
      return snapshot satisfies never;
  }
}

interface Place {
  path: string;
  range?: Range;
}

function viewText(
  kind: string,
  asked: Place,
  snapshot: Extract<Snapshot, { state: "text" }>,
  text: string | undefined,
): PartView {
  if (text === undefined)
    return unavailable(kind, placeName(asked.path, asked.range), "its stored text is gone", asked);
  const place: Place = { path: asked.path, ...(snapshot.range !== undefined && { range: snapshot.range }) };
  const notes = snapshot.unsaved ? ["unsaved"] : [];
  const body = fileText(place.path, place.range, notes, snapshot.language, text);
  const lines = text.split("\n").length;
  const seen = view(
    kind,
    placeName(place.path, place.range),
    body,
    "code",
    `text, ${lines} ${lines === 1 ? "line" : "lines"}`,
    place,
  );
  if (snapshot.unsaved) seen.note = "unsaved";
  if (snapshot.clamped)
    seen.problem = `The file ends before ${placeName(asked.path, asked.range)}: it goes as ${seen.part}.`;
  return seen;
}

function viewAttachment(part: FileAttachment): PartView {
  const text = `[attachment: ${part.name}, ${part.mime}, ${part.size} bytes]`;
  return {
    ...view("file-attachment", part.name, text, "prose", "descriptor"),
    problem: "Described only: this model cannot read it.",
  };
}

function descriptor(kind: string, name: string, place: Place, size: number, why: string): PartView {
  const text = fileLabel(place.path, place.range, [`${size} bytes`, "content not included"]);
  return { ...view(kind, name, text, "prose", "descriptor", place), problem: `${name} is ${why}.` };
}

/** The turn still goes; the model can say that something is missing. */
function unavailable(kind: string, name: string, why: string, place?: Place): PartView {
  const seen = view(kind, name, `[attachment unavailable: ${name}]`, "prose", "placeholder", place);
  return { ...seen, dropped: why, problem: `${name} cannot be read: ${why}.` };
}

function nothing(kind: string, name: string, loweredAs: string, why: string): PartView {
  return { part: `${kind} ${name}`, block: undefined, lowered_as: loweredAs, dropped: why };
}

function view(
  kind: string,
  name: string,
  text: string,
  content: ContentClass,
  loweredAs: string,
  place?: Place,
): PartView {
  const origin = { kind, name, ...place, tokens: estimateTokens(text, content) };
  return { part: name === "" ? kind : `${kind} ${name}`, block: { type: "text", text, origin }, lowered_as: loweredAs };
}
