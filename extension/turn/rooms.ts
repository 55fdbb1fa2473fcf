// What a turn asks of the world: everything that is not pure comes in here.
import type { AcquirePorts } from "../acquire/acquire.ts";
import type { Layer } from "../assemble/context.ts";
import type { Catalog } from "../compose/catalog.ts";
import type { Model } from "../message/model.ts";
import type { AttachmentLimits } from "../persist/attachments.ts";
import type { Store } from "../persist/store.ts";
import type { ToWebview } from "../protocol/to-webview.ts";
import type { LanguageModelPort } from "../send/vscode-lm.ts";

export interface Rooms {
  store: Store;
  readFile: AcquirePorts["readFile"];
  attachmentLimits: () => AttachmentLimits;
  layers: () => Layer[];
  /** Every command that can be given now. */
  catalog: () => Catalog;
  model: () => Model;
  languageModel: LanguageModelPort;
  now: () => number;
  newId: (prefix: "msg" | "man" | "ses") => string;
  /** Tells everyone who watches the session. */
  emit: (sessionId: string, event: ToWebview) => void;
  /** This process, as the turn's holder. */
  owner: string;
  /** Whether the process that holds a turn still runs. */
  isAlive: (owner: string) => boolean;
}
