// A host that keeps what the panel posts to it.
import type { ToHost } from "../../extension/protocol/to-host.ts";
import type { Host } from "../../webview/host.ts";

export class KeptHost implements Host {
  readonly posts: ToHost[] = [];

  post(message: ToHost): void {
    this.posts.push(structuredClone(message));
  }

  listen(): void {
    // Tests tell the panel themselves.
  }

  posted<T extends ToHost["type"]>(type: T): Extract<ToHost, { type: T }>[] {
    return this.posts.filter((message): message is Extract<ToHost, { type: T }> => message.type === type);
  }
}
