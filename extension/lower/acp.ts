// Context → the parameters of ACP's session/prompt: the turn alone, in the blocks this agent says it takes.
import type { ContentBlock, PromptRequest } from "@agentclientprotocol/sdk";
import type { Block, Context, FileSource, MediaBlock, TextBlock } from "../assemble/context.ts";
import { type AcpTakes, acpTakes, ATTACHMENTS_META } from "../message/acp.ts";
import { bareMime, type Model } from "../message/model.ts";
import { toldHistory } from "./acp-history.ts";
import { habitsOf, type Habits, type Linked, resourceLink } from "./acp-habits.ts";
import { asOneText, withLines } from "./acp-text.ts";
import { fileUri } from "./file-uri.ts";
import { type Lowered, nameOf, type Warning } from "./lowered.ts";
import { counted } from "../text/counted.ts";

/** Where an agent finds the files that it reads itself. */
export interface AcpPlaces {
  /** Absolute, of a path as messages write it. */
  absolute: (path: string) => string;
  /** Where the bytes of an attachment are put for agents; nothing when they are put nowhere. */
  attachment: (file: FileSource) => string | undefined;
}

export interface LoweredAcp extends Lowered<PromptRequest> {
  /** Attachments that must lie where the prompt says before it goes. */
  kept: { path: string; file: FileSource }[];
}

export interface AcpHow {
  /** The agent does not know what was said before: it is told. */
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
  /** What the agent is told to look at in lines of text. */
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
    for (const { id } of layers) this.#warn(`layer ${id}`, "not sent; the agent uses its own instructions");
    if (tools.length > 0) this.#warn("tools", "not sent; the agent uses its own tools");
    if (body !== undefined) this.#warn("body", "not sent; ACP prompts do not support it");
    if (messages > 0)
      this.#warn(
        "history",
        `not sent again; the agent keeps ${messages === 1 ? "this" : "these"} ${counted(messages, "message")}`,
      );
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
        else this.#warn(nameOf(block), "not sent again; the agent already has it");
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
    const words: ContentBlock = { type: "text", text: block.text };
    const file = block.origin.kind === "pinned" ? undefined : block.file?.();
    if (file === undefined) return [words];
    if (file.url !== undefined)
      return this.#takes.textOnly ? [words] : [{ type: "resource_link", uri: file.url, name: file.name }];
    const linked = this.#place(file);
    if (file.text === undefined) return this.#link(block, linked, "content not included");
    if (this.#takes.textOnly) {
      this.#list(linked, file);
      return [words];
    }
    if (this.#takes.embedded) return [this.#embedded(file, file.text, linked)];
    const unsaved =
      file.unsaved === true ? "; unsaved changes are included when the agent reads the file through Galley" : "";
    // What lies nowhere can only go as it is.
    if (linked === undefined) return [words];
    return this.#link(block, linked, "the agent does not accept embedded files", unsaved);
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
    if (!isTaken) return `the agent does not accept ${mime}`;
    if (data === "") return "the content is empty or missing";
    if (this.#bytes + data.length > MOST_BYTES) return "the attachments exceed 15 MB in total";
    return undefined;
  }

  /** A link to the file, or its name and size if there is no file to link to. */
  #link(block: TextBlock | MediaBlock, linked: Linked | undefined, why: string, more = ""): ContentBlock[] {
    if (linked === undefined) {
      this.#warn(nameOf(block), `${why}; only the name and size are sent`);
      if (this.#takes.textOnly) return [{ type: "text", text: block.text }];
      return [descriptor(block.file?.() ?? { name: block.origin.name })];
    }
    this.#warn(nameOf(block), `${why}; a link is sent${more}`);
    const file = block.file?.();
    if (this.#takes.textOnly || (this.#habits.attachmentLines === true && linked.isAttached)) {
      this.#list(linked, file);
      return block.origin.kind === "file-attachment" ? [] : [{ type: "text", text: block.text }];
    }
    this.#keep(linked, file);
    return [this.#habits.link?.(linked) ?? resourceLink(linked)];
  }

  #embedded(file: FileSource, text: string, linked: Linked | undefined): ContentBlock {
    if (linked?.isAttached === true) this.#keep(linked, file);
    const uri = linked === undefined ? nowhere(file.name) : fileUri(linked.path, linked.range);
    return { type: "resource", resource: { uri, text, mimeType: file.mime ?? "text/plain" } };
  }

  #place(file: FileSource): Linked | undefined {
    const { name, range, mime, size } = file;
    const path = file.path === undefined ? this.#places.attachment(file) : this.#places.absolute(file.path);
    if (path === undefined) return undefined;
    const known = { ...(mime !== undefined && { mime }), ...(size !== undefined && { size }) };
    return { path, name, isAttached: file.path === undefined, ...(range !== undefined && { range }), ...known };
  }

  #list(linked: Linked | undefined, file: FileSource | undefined): void {
    if (linked === undefined) return;
    this.#keep(linked, file);
    if (!this.#lines.includes(linked.path)) this.#lines.push(linked.path);
  }

  /** The agent may open it: it is named beside the prompt, and an attachment must lie there. */
  #keep(linked: Linked, file: FileSource | undefined): void {
    this.#files.push(linked);
    if (linked.isAttached && file?.data !== undefined) this.#kept.push({ path: linked.path, file });
  }

  #warn(what: string, why: string): void {
    this.#warnings.push({ what, why });
  }
}

/** Names an attachment that lies in no file. */
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
