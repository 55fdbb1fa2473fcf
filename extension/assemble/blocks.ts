// Each part of a user message becomes what the model reads, or a record of why it does not.
import type { CommandPart } from "../message/command.ts";
import { fileTargetOf, snapshotKey } from "../message/file-target.ts";
import type { UserMessage } from "../message/message.ts";
import { type FileAttachment, type Mention, type Part, type Ref, textOfUnknown } from "../message/part.ts";
import { contextTitleOf, type Resolved, resourceOf, withinResolved } from "../message/resolved.ts";
import type { FolderFact, Snapshot } from "../message/snapshot.ts";
import { type SymbolFact, symbolOf } from "../message/symbol-fact.ts";
import type { FileSource } from "./context.ts";
import { attachmentOfRef, type AttachmentRules, fileOfAttachment, viewOfAttachment } from "./attachment.ts";
import { isMediaGone, viewMediaFile, withKeptCopy } from "./media-file.ts";
import { editorContextText, fileLabel, fileText, folderText, placeName } from "./model-view.ts";
import { noView, type PartView, type Place, textView, unresolvedView } from "./part-view.ts";
import { viewSymbol } from "./symbol-view.ts";
import * as words from "./words.ts";

export type LoadContent = (contentId: string) => string | undefined;

export function viewParts(
  message: Pick<UserMessage, "parts" | "metadata">,
  load: LoadContent,
  rules?: AttachmentRules,
): PartView[] {
  const snapshots = message.metadata.snapshots ?? {};
  const resolved = message.metadata.resolved ?? {};
  const symbols = message.metadata.symbols ?? {};
  const see = (part: Part, key: string): PartView => ({
    ...(viewFound(part, symbols[key]) ?? viewPart(part, snapshots[key], load, rules)),
    of: part,
  });
  const look = (part: Part, key: string): PartView[] => {
    const stoodFor = resolved[key];
    return stoodFor === undefined ? [see(part, key)] : viewResolved(part, stoodFor, key, see);
  };
  return message.parts.flatMap((part, index) => {
    const seen = part.type === "command" ? viewCommand(part, index, look) : undefined;
    return seen ?? look(part, snapshotKey(index));
  });
}

/** A symbol as it was found when the message was sent. */
function viewFound(part: Part, fact: SymbolFact | undefined): PartView | undefined {
  const target = symbolOf(part);
  return target && viewSymbol(target, fact);
}

/** Replaces a mention of a context or a resource with its content. One without content is reported as unresolved. */
function viewResolved(
  mention: Part,
  { parts, reason }: Resolved,
  key: string,
  see: (part: Part, key: string) => PartView,
): PartView[] {
  const name = resourceOf(mention)?.uri ?? contextTitleOf(mention);
  if (parts.length === 0) return [{ ...unresolvedView(name, reason), of: mention }];
  return parts.map((part, index) => {
    const seen = see(part, withinResolved(key, index));
    return { ...seen, of: mention, part: `${seen.part} (${name})` };
  });
}

/** A resolved command is sent as the parts it became. The typed command never reaches a model. */
function viewCommand(
  { id, outcome, result_parts }: CommandPart,
  index: number,
  look: (part: Part, key: string) => PartView[],
): PartView[] | undefined {
  if (outcome === undefined || outcome === "action" || result_parts === undefined) return undefined;
  return result_parts.flatMap((part, at) =>
    look(part, snapshotKey(index, at)).map((seen) => ({
      ...seen,
      part: part.type === "text" ? words.commandText(id) : seen.part,
    })),
  );
}

function viewPart(part: Part, snapshot: Snapshot | undefined, load: LoadContent, rules?: AttachmentRules): PartView {
  switch (part.type) {
    case "text":
      return textView("text", "", part.text, "prose", words.asText);
    case "file-ref":
      return viewRef(part.ref, part, snapshot, load, rules);
    case "mention":
      return viewMention(part, snapshot, load, rules);
    case "file-attachment":
      return viewAttachment(part.type, part, load, rules);
    case "editor-context":
      return textView("editor-context", part.kind, editorContextText(part), "json", words.asEditorContext);
    case "skill-invocation":
      return textView("skill-invocation", part.name, part.body, "prose", words.asText);
    case "command":
      return noView("command", part.id, words.asAction, words.commandRunsLocally);
    case "unknown":
      return textView("unknown", "", textOfUnknown(part), "prose", words.asUnknown);
    default:
      return part satisfies never;
  }
}

function viewRef(
  ref: Ref,
  part: Part,
  snapshot: Snapshot | undefined,
  load: LoadContent,
  rules?: AttachmentRules,
): PartView {
  switch (ref.kind) {
    case "path":
      return viewFile("file-ref", part, snapshot, load, rules);
    case "url":
      return withFile(textView("file-ref", ref.url, words.link(ref.url), "prose", words.asLink), () => ({
        url: ref.url,
        name: ref.url,
      }));
    case "content-id": {
      const stored = attachmentOfRef(ref, load, rules);
      if (stored === undefined) return unavailable("file-ref", ref.name ?? ref.id, words.contentMissing);
      const scaled = snapshot?.state === "binary" ? snapshot.scaled : undefined;
      if (scaled === undefined || rules === undefined) return viewAttachment("file-ref", stored, load, rules);
      return viewAttachment("file-ref", { ...stored, scaled }, load, withKeptCopy(rules, scaled, load));
    }
    default:
      return ref satisfies never;
  }
}

function viewMention(
  part: Mention,
  snapshot: Snapshot | undefined,
  load: LoadContent,
  rules?: AttachmentRules,
): PartView {
  const { target } = part;
  switch (target.kind) {
    case "file":
      return viewFile("mention", part, snapshot, load, rules);
    case "skill":
      return viewSkill(target.name, rules?.skills);
    case "symbol":
      return viewSymbol(target, undefined);
    case "context":
      return unresolvedView(contextTitleOf(part));
    case "resource":
      return unresolvedView(target.uri, words.resourceUnread);
    default:
      return target satisfies never;
  }
}

/** A block of its own in the turn: a note among the tools would change every request from its first byte. */
function viewSkill(skill: string, canLoad: boolean | undefined): PartView {
  const name = `@${skill}`;
  if (canLoad === true) return textView("mention", name, words.suggestsSkill(skill), "prose", words.asSuggestion);
  const seen = noView("mention", name, words.asNothing, words.cannotLoadSkills);
  return canLoad === undefined ? seen : { ...seen, problem: words.skillNotLoaded(skill) };
}

function viewFile(
  kind: string,
  part: Part,
  snapshot: Snapshot | undefined,
  load: LoadContent,
  rules?: AttachmentRules,
): PartView {
  const target = fileTargetOf(part);
  if (target === undefined) throw new TypeError("viewFile takes a part that points at a file");
  const name = placeName(target.path, target.range);
  const place: Place = { path: target.path, ...(target.range !== undefined && { range: target.range }) };
  if (snapshot === undefined) return unavailable(kind, name, words.fileUnread, place);
  switch (snapshot.state) {
    case "text":
      return viewText(kind, place, snapshot, load(snapshot.content_id));
    case "large":
      return descriptor(kind, name, place, snapshot.size, words.fileTooLarge(name));
    case "binary":
      if (isMediaGone(snapshot, load, rules)) return unavailable(kind, name, words.contentMissing, place);
      return viewMediaFile(kind, name, place, snapshot, load, rules) ?? viewBinary(kind, name, place, snapshot);
    case "unavailable":
      return unavailable(kind, name, snapshot.reason, place);
    default:
      return snapshot satisfies never;
  }
}

function viewBinary(
  kind: string,
  name: string,
  place: Place,
  { size, undecoded }: Extract<Snapshot, { state: "binary" }>,
): PartView {
  if (undecoded !== true) return descriptor(kind, name, place, size, words.fileNotText(name));
  return { ...descriptor(kind, name, place, size, words.fileUndecoded(name)), reduced: words.notDecoded };
}

function viewText(
  kind: string,
  asked: Place,
  snapshot: Extract<Snapshot, { state: "text" }>,
  text: string | undefined,
): PartView {
  if (text === undefined) return unavailable(kind, placeName(asked.path, asked.range), words.contentMissing, asked);
  const place: Place = { path: asked.path, ...(snapshot.range !== undefined && { range: snapshot.range }) };
  if (snapshot.folder !== undefined) return viewFolder(kind, place.path, snapshot.folder, text);
  const notes = snapshot.unsaved ? [words.unsaved] : [];
  const body = fileText(place.path, place.range, notes, snapshot.language, text);
  const lines = text.split("\n").length;
  const seen = textView(kind, placeName(place.path, place.range), body, "code", words.asLines(lines), place);
  if (snapshot.unsaved) seen.note = words.unsaved;
  withFile(seen, () => ({ ...place, name: seen.block?.origin.name ?? "", text, unsaved: snapshot.unsaved }));
  if (!snapshot.clamped) return seen;
  const name = placeName(asked.path, asked.range);
  return {
    ...seen,
    problem: words.fileShorter(name, seen.part),
    reduced: words.rangeCut(name, placeName(place.path, place.range)),
  };
}

function viewAttachment(kind: string, part: FileAttachment, load: LoadContent, rules?: AttachmentRules): PartView {
  const read = viewOfAttachment(part, load, rules);
  if (read.state === "gone") return unavailable(kind, part.name, words.contentMissing);
  if (read.state === "native") {
    const origin = { kind, name: part.name, tokens: read.tokens };
    const block = { ...read.media, origin, file: () => fileOfAttachment(part, rules) };
    return { part: `${kind} ${part.name}`, block, lowered_as: read.lowered_as };
  }
  const seen = textView(kind, part.name, read.text, read.content, read.lowered_as);
  withFile(seen, () => fileOfAttachment(part, rules, read.body));
  const { problem, reduced } = read;
  return { ...seen, ...(problem !== undefined && { problem }), ...(reduced !== undefined && { reduced }) };
}

function viewFolder(kind: string, path: string, folder: FolderFact, listing: string): PartView {
  const { listed, cut, is_more } = folder;
  const seen = textView(kind, path, folderText(path, folder, listing), "code", words.asFolder(listed), {
    path,
  });
  seen.note = words.folder;
  if (cut > 0) seen.problem = words.folderCut(listed, listed + cut, is_more);
  return seen;
}

function descriptor(kind: string, name: string, place: Place, size: number, problem: string): PartView {
  const text = fileLabel(place.path, place.range, [words.size(size), words.contentNotIncluded]);
  return {
    ...withFile(textView(kind, name, text, "prose", words.asDescriptor, place), () => ({ ...place, name, size })),
    problem,
  };
}

function withFile(seen: PartView, file: () => FileSource): PartView {
  if (seen.block !== undefined) seen.block = { ...seen.block, file };
  return seen;
}

/** The turn still goes; the model can say that something is missing. */
function unavailable(kind: string, name: string, why: string, place?: Place): PartView {
  const seen = textView(kind, name, words.unavailable(name), "prose", words.asPlaceholder, place);
  return {
    ...seen,
    dropped: why,
    is_missing: true,
    problem: words.notRead(name, why),
  };
}
