// Context → the parameters of ACP's session/prompt: the turn alone, in the blocks this agent says it takes.
import type { ContentBlock, PromptRequest } from "@agentclientprotocol/sdk";
import type { Block, Context, FileSource, MediaBlock, TextBlock } from "../assemble/context.ts";
import { type AcpTakes, acpTakes, ATTACHMENTS_META } from "../message/agents/acp.ts";
import { bareMime, type Model } from "../message/model.ts";
import { textMimeOf } from "../text/mime.ts";
import { toldHistory } from "./acp-history.ts";
import { habitsOf, type Habits, type Linked, resourceLink } from "./acp-habits.ts";
import { asOneText, withLines } from "./acp-text.ts";
import { fileUri } from "./file-uri.ts";
import { type Lowered, nameOf, type Warning } from "./lowered.ts";
import * as words from "./words.ts";

/** Where an agent finds the files that it reads itself. */
export interface AcpPlaces {
  /** Absolute, of a path as messages write it. */
  absolute: (path: string) => string;
  /** Where Galley puts the bytes of an attachment for agents; `undefined` if it does not. */
  attachment: (file: FileSource) => string | undefined;
}

export interface LoweredAcp extends Lowered<PromptRequest> {
  /** Attachments to write to these paths before the prompt is sent. */
  kept: { path: string; file: FileSource }[];
}

export interface AcpHow {
  /** Send the earlier messages too: the agent does not know them. */
  told?: boolean;
}

/** For all attachments sent as base64: agents pass them on to providers, which have their own limits. */
const MOST_BYTES = 20 * 1024 * 1024;

export function lowerAcp(context: Context, model: Model, places: AcpPlaces, { told = false }: AcpHow = {}): LoweredAcp {
  const lowering = new Lowering(model, places);
  const history = context.messages.slice(0, -1);
  const last = context.messages.at(-1)?.blocks ?? [];
  const heard = told ? 0 : Math.max(0, last.length - (context.unheard ?? last.length));
  const blocks = last.slice(heard);
  lowering.leaveOutFrame(context, told ? 0 : history.length + (heard > 0 ? 1 : 0));
  if (told && history.length > 0) lowering.tell(history);
  for (const block of blocks) lowering.add(block, told);
  return lowering.lowered(context.session_id);
}

class Lowering {
  readonly #model: Model;
  readonly #takes: AcpTakes;
  readonly #habits: Habits;
  readonly #places: AcpPlaces;
  readonly #warnings: Warning[] = [];
  readonly #files: Linked[] = [];
  readonly #kept: LoweredAcp["kept"] = [];
  /** Paths to list as lines of text. */
  readonly #lines: string[] = [];
  #prompt: ContentBlock[] = [];
  #bytes = 0;

  constructor(model: Model, places: AcpPlaces) {
    this.#model = model;
    this.#takes = acpTakes(model.acp ?? {});
    this.#habits = habitsOf(model.acp?.agentInfo?.name, model.id);
    this.#places = places;
  }

  leaveOutFrame({ layers, tools, body }: Context, messages: number): void {
    for (const { id } of layers) this.#warn(words.layer(id), words.ownInstructions);
    if (tools.length > 0) this.#warn(words.tools, words.ownTools);
    if (body !== undefined) this.#warn(words.body, words.fieldsNotInAcp);
    if (messages > 0) this.#warn(words.history, words.messagesKept(messages));
  }

  tell(history: Context["messages"]): void {
    const { text, warnings } = toldHistory(history);
    this.#warnings.push(...warnings);
    this.#prompt.push({ type: "text", text });
  }

  add(block: Block, told: boolean): void {
    switch (block.type) {
      case "text":
        this.#prompt.push(...this.#text(block));
        break;
      case "media":
        this.#prompt.push(...this.#media(block));
        break;
      case "tool-result":
      case "tool-call":
      case "reasoning":
        if (told && block.type !== "reasoning") this.#prompt.push({ type: "text", text: block.text });
        else this.#warn(nameOf(block), words.alreadySent);
        break;
      default:
        block satisfies never;
    }
  }

  lowered(sessionId: string): LoweredAcp {
    const { textOnly, attachments } = this.#takes;
    const prompt = textOnly ? asOneText(this.#prompt, this.#lines) : withLines(this.#prompt, this.#lines);
    const meta = attachments && this.#files.length > 0 && { _meta: this.#meta() };
    return { request: { sessionId, prompt, ...meta }, warnings: this.#warnings, kept: this.#kept };
  }

  #meta(): Record<string, unknown> {
    const attachments = this.#files.map(({ path, mime, name, isAttached }) => ({
      path,
      ...(mime !== undefined && { mime }),
      filename: isAttached ? name : (path.split(/[\\/]/).at(-1) ?? name),
    }));
    return { [ATTACHMENTS_META]: { attachments } };
  }

  #text(block: TextBlock): ContentBlock[] {
    const asText: ContentBlock = { type: "text", text: block.text };
    const file = block.origin.kind === "pinned" ? undefined : block.file?.();
    if (file === undefined) return [asText];
    if (file.url !== undefined)
      return this.#takes.textOnly ? [asText] : [{ type: "resource_link", uri: file.url, name: file.name }];
    const linked = this.#place(file);
    if (file.text === undefined) return this.#link(block, linked, words.contentNotIncluded);
    if (this.#takes.textOnly) {
      this.#list(linked, file);
      return [asText];
    }
    if (this.#takes.embedded) return [this.#embedded(file, file.text, linked)];
    // Without a file to link to, the text itself is sent.
    if (linked === undefined) return [asText];
    return this.#link(block, linked, words.agentRefusesFiles, file.unsaved);
  }

  #media(block: MediaBlock): ContentBlock[] {
    const { image, audio, embedded, textOnly } = this.#takes;
    const file = block.file?.() ?? { name: block.name, mime: block.mime, size: block.size, data: block.data };
    const linked = this.#place(file);
    const mimeType = bareMime(block.mime);
    const kind = mimeType.startsWith("image/") ? "image" : mimeType.startsWith("audio/") ? "audio" : "other";
    const goesAsBytes = !textOnly && ((kind === "image" && image) || (kind === "audio" && audio));
    // Embed bytes only if there is no file the agent can open.
    const goesEmbedded = !textOnly && kind === "other" && embedded && linked === undefined;
    const data = goesAsBytes || goesEmbedded ? block.data() : "";
    const why = this.#refusal(data, goesAsBytes || goesEmbedded, mimeType);
    if (why !== undefined) return this.#link(block, linked, why);
    this.#bytes += data.length;
    if (goesEmbedded) return [{ type: "resource", resource: { uri: nowhere(file.name), blob: data, mimeType } }];
    if (linked !== undefined) this.#keep(linked, file);
    if (kind === "audio") return [{ type: "audio", data, mimeType }];
    return [{ type: "image", data, mimeType, ...(linked !== undefined && { uri: fileUri(linked.path) }) }];
  }

  #refusal(data: string, isTaken: boolean, mime: string): string | undefined {
    if (!isTaken) return words.agentRefuses(mime);
    if (data === "") return words.contentMissing;
    if (this.#bytes + data.length > MOST_BYTES) return words.overTotal;
    return undefined;
  }

  /** A link to the file, or its name and size if there is no file to link to. */
  #link(block: TextBlock | MediaBlock, linked: Linked | undefined, why: string, isUnsaved = false): ContentBlock[] {
    if (linked === undefined) {
      this.#warn(nameOf(block), words.nameSent(why));
      if (this.#takes.textOnly) return [{ type: "text", text: block.text }];
      return [descriptor(block.file?.() ?? { name: block.origin.name })];
    }
    this.#warn(nameOf(block), words.linkSent(why, isUnsaved));
    const file = block.file?.();
    if (this.#takes.textOnly || (this.#habits.attachmentLines === true && linked.isAttached)) {
      this.#list(linked, file);
      return block.origin.kind === "file-attachment" ? [] : [{ type: "text", text: block.text }];
    }
    this.#keep(linked, file);
    return [this.#habits.link?.(linked) ?? resourceLink(linked)];
  }

  #embedded(file: FileSource, text: string, linked: Linked | undefined): ContentBlock {
    if (linked !== undefined) this.#keep(linked, file);
    const uri = linked === undefined ? nowhere(file.name) : fileUri(linked.path, linked.range);
    return { type: "resource", resource: { uri, text, mimeType: linked?.mime ?? file.mime ?? "text/plain" } };
  }

  #place(file: FileSource): Linked | undefined {
    const { name, range, size } = file;
    const path = file.path === undefined ? this.#places.attachment(file) : this.#places.absolute(file.path);
    if (path === undefined) return undefined;
    const mime = file.mime ?? textMimeOf(path) ?? (file.text === undefined ? undefined : "text/plain");
    const known = { ...(mime !== undefined && { mime }), ...(size !== undefined && { size }) };
    return { path, name, isAttached: file.path === undefined, ...(range !== undefined && { range }), ...known };
  }

  #list(linked: Linked | undefined, file: FileSource | undefined): void {
    if (linked === undefined) return;
    this.#keep(linked, file);
    if (!this.#lines.includes(linked.path)) this.#lines.push(linked.path);
  }

  /** The agent may open this file: names it in the prompt's metadata, and has an attachment written there. */
  #keep(linked: Linked, file: FileSource | undefined): void {
    // Two ranges of a file are one file.
    if (this.#files.some(({ path }) => path === linked.path)) return;
    this.#files.push(linked);
    if (linked.isAttached && file?.data !== undefined) this.#kept.push({ path: linked.path, file });
  }

  #warn(what: string, why: string): void {
    this.#warnings.push({ what, why });
  }
}

/** A URI for an attachment without a file. */
function nowhere(name: string): string {
  return `attachment:/${encodeURIComponent(name.toWellFormed())}`;
}

function descriptor({ name, mime, size }: FileSource): ContentBlock {
  return {
    type: "resource_link",
    uri: nowhere(name),
    name,
    ...(mime !== undefined && { mimeType: mime }),
    ...(size !== undefined && { size }),
  };
}
