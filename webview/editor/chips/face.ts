// The looks of a chip: its text, its accessible name and its tooltip.
import { compact } from "../../../extension/text/counted.ts";
import { CONVERSATION, type Ref } from "../../../extension/message/part.ts";
import { isByteRange, linesText, type Range } from "../../../extension/message/range.ts";
import type { Measure } from "../../../extension/protocol/draft.ts";
import type { ChipPart } from "../schema.ts";
import * as words from "../words.ts";

export interface Face {
  /** Shown in the normal color. */
  name: string;
  /** Directly after the name, dim: ":10-25". */
  place: string;
  /** The full name and place as text, for pasting elsewhere. */
  text: string;
  /** The kind of chip in words: "file reference". */
  kind: string;
  /** Shown dim after the name: "~180", "unsaved", "1.2 MB". */
  details: string[];
  /** The accessible name: "upload.ts:10-25, file reference, ~180 tokens". */
  label: string;
  tooltip: string;
  problem: boolean;
  /** A command is outlined, everything else is filled. */
  outlined: boolean;
}

interface Bare {
  name: string;
  /** The name before it was shortened. */
  full?: string;
  place?: string;
  kind: string;
  size?: number;
  /** The full path or URL. */
  whole: string;
}

/** `longer`: the name with its folders, if another chip has the same name. */
export function faceOf(part: ChipPart, measure: Measure | undefined, longer = measure?.name): Face {
  const bare = bareFace(part);
  const { kind } = bare;
  const name = longer === undefined ? bare.name : `${bare.name.startsWith("@") ? "@" : ""}${longer}`;
  const place = bare.place ?? "";
  const size = bare.size === undefined ? [] : [bytes(bare.size)];
  const tokens = measure === undefined ? undefined : tokenText(measure.tokens);
  const note = measure?.note === undefined ? [] : [measure.note];
  const problem = measure?.problem === undefined ? [] : [measure.problem];
  const cost = tokens === undefined ? [] : [words.tokens(tokens)];
  return {
    name,
    place,
    text: (bare.full ?? bare.name) + place,
    kind,
    details: [...size, ...(tokens === undefined ? [] : [tokens]), ...note],
    label: [name + place, kind, ...cost, ...note, ...problem].join(", "),
    tooltip: [bare.whole + place, [kind, ...size, ...cost, ...note].join(" · "), ...problem].join("\n"),
    problem: problem.length > 0,
    outlined: part.type === "command",
  };
}

function bareFace(part: ChipPart): Bare {
  switch (part.type) {
    case "file-ref":
      return refFace(part.ref);
    case "file-attachment": {
      const bare = part.data === undefined && part.content_id === undefined;
      const { name, size, scaled } = part;
      const whole = scaled === undefined ? name : words.scaled(name, scaled.width, scaled.height);
      return { name, kind: bare ? words.kinds.described : words.kinds.attachment, size, whole };
    }
    case "command": {
      const raw = part.args.raw.trim();
      const full = `${part.id} ${raw}`.trim();
      return {
        name: raw === "" ? part.id : `${part.id} ${shorten(raw)}`,
        full,
        kind: words.kinds.command,
        whole: full,
      };
    }
    case "mention":
      return mentionFace(part.target);
    case "editor-context":
      if (part.kind === "ref" && part.source !== undefined)
        return { name: part.source, kind: words.kinds.reference, whole: part.source };
      return { name: part.kind, kind: words.kinds.editorContext, whole: part.source ?? part.kind };
    case "skill-invocation":
      return { name: part.name, kind: words.kinds.skill, whole: `${part.name} ${part.version}`.trim() };
    default:
      return part satisfies never;
  }
}

function refFace(ref: Ref): Bare {
  switch (ref.kind) {
    case "path":
      return {
        name: lastOf(ref.path),
        full: ref.path,
        place: rangeText(ref.range),
        kind: words.kinds.fileReference,
        whole: ref.path,
      };
    case "url":
      return { name: linkText(ref.url), full: ref.url, kind: words.kinds.link, whole: ref.url };
    case "content-id": {
      const name = ref.name ?? ref.id.slice(0, 12);
      return { name, kind: words.kinds.attachment, whole: name };
    }
    default:
      return ref satisfies never;
  }
}

type Target = Extract<ChipPart, { type: "mention" }>["target"];

function mentionFace(target: Target): Bare {
  switch (target.kind) {
    case "file":
      return {
        name: `@${lastOf(target.path)}`,
        full: `@${target.path}`,
        place: rangeText(target.range),
        kind: words.kinds.fileMention,
        whole: target.path,
      };
    case "skill":
      return { name: `@${target.name}`, kind: words.kinds.skill, whole: target.name };
    case "symbol":
      return { name: `@${target.name}`, kind: words.kinds.symbol, whole: words.symbolIn(target.name, target.path) };
    case "context":
      return contextFace(target);
    case "resource":
      return {
        name: `@${linkText(target.uri)}`,
        full: `@${target.uri}`,
        kind: words.kinds.resource,
        whole: words.resourceOf(target.server, target.uri),
      };
    default:
      return target satisfies never;
  }
}

function contextFace({ name, label }: Extract<Target, { kind: "context" }>): Bare {
  if (label !== undefined)
    return { name: `@${shorten(label)}`, kind: words.kinds.contextMention, whole: words.entityOf(name, label) };
  if (!name.startsWith(CONVERSATION)) return { name: `@${name}`, kind: words.kinds.contextMention, whole: name };
  const title = name.slice(CONVERSATION.length);
  return { name: title, kind: words.kinds.conversation, whole: title };
}

function rangeText(range: Range | undefined): string {
  if (range === undefined) return "";
  if (isByteRange(range)) return words.byteRange(range.start, range.end);
  return `:${linesText(range)}`;
}

function lastOf(path: string): string {
  return path.split("/").findLast((name) => name !== "") ?? path;
}

function linkText(url: string): string {
  return shorten(url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""));
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function tokenText(tokens: number): string {
  return `~${compact(tokens)}`;
}

function bytes(size: number): string {
  if (size < 1024) return words.bytes(String(size));
  const [scaled, inUnit] =
    size < 1024 * 1024 ? [size / 1024, words.kilobytes] : [size / (1024 * 1024), words.megabytes];
  return inUnit(scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, "") : String(Math.round(scaled)));
}
