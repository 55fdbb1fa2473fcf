// What messages from other programs need from the window.
import type { DoorPorts } from "../../turn/door/receive.ts";

export interface DoorNeeds extends DoorPorts {
  /** Shows the conversation, without moving the focus. */
  openConversation: (id: string) => Promise<void>;
  /** Updates the list of conversations. */
  updateList: () => void;
}
