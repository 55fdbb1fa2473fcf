// The handlers of the panel's commands.
import type { CommandHandlers } from "../window/command-handlers.ts";
import { paneFocus } from "../window/pane-focus.ts";
import type { MessageActionNeeds } from "./needs.ts";
import type { ShownPane, ShownPanes } from "./shown-pane.ts";
import { bringBack, sidecar } from "./sidecar-commands.ts";
import { openInEditor } from "./tab-commands.ts";

export function panelCommands(needs: MessageActionNeeds, panes: ShownPanes): CommandHandlers {
  return {
    "galley.sidecar": (argument, given) => sidecar(needs, panes, argument, given),
    "galley.sidecar.bringBack": (argument) => bringBack(needs, panes, argument),
    "galley.sidecar.close": () => {
      if (panes.sidecar !== undefined) panes.close(panes.sidecar);
    },
    "galley.openInEditor": (argument) => openInEditor(panes, argument),
    "galley.new": () => openNew(panes, needs.newConversationId()),
    "galley.send": () => {
      sendMessage(panes.focused, false);
    },
    "galley.steer": () => {
      sendMessage(panes.focused, true);
    },
    "galley.focusAsk": () => focusAsk(panes.focused),
    "galley.closeList": () => paneFocus.closeList(),
  };
}

async function openNew(panes: ShownPanes, id: string): Promise<void> {
  const pane = panes.show(id);
  // Additions go to this pane from now on, even before its page reports the focus.
  panes.use(pane);
  await pane.panel.focus();
}

function sendMessage({ id, panel }: ShownPane, steers: boolean): void {
  panel.post({ type: "send", session_id: id, steers });
}

async function focusAsk({ id, panel }: ShownPane): Promise<void> {
  if (!panel.isVisible) await panel.reveal();
  panel.post({ type: "focus-ask", session_id: id });
}
