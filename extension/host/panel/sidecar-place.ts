// Where a sidecar opens: below the conversation in the panel, or in an editor tab.

interface Place {
  /** The setting. */
  location: "auto" | "panel" | "editor";
  /** The main pane is high enough to share its height. */
  hasRoom: boolean;
  /** The panel shows a sidecar already, so the height is shared anyway. */
  isShared: boolean;
}

export function opensInEditor({ location, hasRoom, isShared }: Place): boolean {
  if (location !== "auto") return location === "editor";
  return !hasRoom && !isShared;
}
