// What a turn asks of the world: everything that is not pure comes in here.
import type { AcquirePorts } from "../acquire/acquire.ts";
import type { Layer } from "../assemble/context.ts";
import type { PinsPlacement } from "../assemble/pins.ts";
import type { Catalog } from "../compose/catalog.ts";
import type { Manifest } from "../message/manifest.ts";
import type { UserMessage } from "../message/message.ts";
import type { Model } from "../message/model.ts";
import type { Sending } from "../message/resolved.ts";
import type { AttachmentLimits } from "../persist/contents/attachments.ts";
import type { Store } from "../persist/database/store.ts";
import type { ShownAgent } from "../protocol/conversation.ts";
import type { Journal } from "../send/line/journal.ts";
import type { Rule } from "../tools/rules/rules.ts";
import type { Tool } from "../tools/tool.ts";
import type { TurnEvent } from "./events.ts";
import type { Frame, FrameWanted } from "./request/frame-shape.ts";
import type { LivePin } from "./request/live-pin.ts";
import type { PdfReader } from "./request/read-pdfs.ts";
import type { WirePorts } from "./wire.ts";

export interface Rooms extends WirePorts {
  /** Reads PDFs for models that do not. */
  pdfs?: PdfReader;
  /** What went over the network, if the host records it. */
  journal?: Pick<Journal, "entries">;
  store: Store;
  readFile: AcquirePorts["readFile"];
  /** What the editor knows under a name now. */
  readContext: NonNullable<AcquirePorts["readContext"]>;
  /** What a resource of an MCP server holds now. */
  readResource?: AcquirePorts["readResource"];
  attachmentLimits: () => AttachmentLimits;
  /** Text attachments up to this many bytes go with their text. */
  inlineTextBytes: () => number;
  pinsPlacement: () => PinsPlacement;
  /** Whether Galley compacts a nearly full conversation without being asked. */
  compactsAlone: () => boolean;
  /** What stands around the conversation. Layers alone are a frame that says nothing else. Never rejects. */
  layers: (wanted: FrameWanted) => Layer[] | Promise<Frame>;
  /** What this window adds to a session's pins. Never rejects. */
  livePins: (sessionId: string) => Promise<LivePin[]>;
  /** Every command that can be given now. */
  catalog: () => Catalog;
  /**
   * An unknown command may be a prompt of a server that does not run: starts that server and waits for a while.
   * Resolves with the reason the command may still be unknown, and what to do; `undefined` if no server could have it.
   * Never rejects.
   */
  bringPrompt?: (id: string, sending: Sending) => Promise<string | undefined>;
  /** The one that answers in this session. */
  model: (sessionId: string) => Model;
  /** Who answers in a session, as the panel shows it. */
  agent?: (sessionId: string) => ShownAgent;
  /** What the model may call in a session now, in a turn that begins or in the one that is under way. */
  tools?: (sessionId: string, turn?: UserMessage) => Promise<readonly Tool[]>;
  /** What the settings allow and deny, and the agent of a session. */
  rules?: (sessionId: string) => Rule[];
  /**
   * Starts what runs beside a turn with the first turn, and waits for a while. Not called for a preview, nor for an ACP
   * agent, which starts such things itself.
   */
  start?: (signal: AbortSignal) => Promise<unknown>;
  /** What must be loaded before a turn begins. */
  ready?: () => Promise<unknown>;
  /** A session is on disk: what waited for that can be stored with it. Called again at later saves. Never throws. */
  stored?: (sessionId: string) => void;
  now: () => number;
  newId: (prefix: "msg" | "man" | "ses" | "rul" | "inv") => string;
  /** Tells everyone who watches the conversation. */
  emit: (event: TurnEvent) => void;
  /** The account of every request that is about to go, for the log. */
  trace?: (manifest: Manifest) => void;
  /** This process, as the turn's holder. */
  owner: string;
  /** Whether the process that holds a turn still runs. */
  isAlive: (owner: string) => boolean;
  /** For a turn that runs: whether it is still this window's. Asked before a request goes and before a tool runs. */
  isOurs?: () => boolean;
}
