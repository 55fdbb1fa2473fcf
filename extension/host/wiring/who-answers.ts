// The panel, the meter and the inspector follow the profile and its model.
import type { Core } from "../core.ts";

export function tellWhoAnswers(core: Core): void {
  const { agents, models, panes } = core;
  const tell = (): void => {
    for (const pane of panes.all) {
      pane.post({ type: "model", model: pane.session.shownModel() });
      pane.post({ type: "agent", agent: agents.shown(pane.id) });
    }
    panes.updateKeys();
    void core.measure();
  };
  models.onChange(tell);
  agents.onChange(tell);
}
