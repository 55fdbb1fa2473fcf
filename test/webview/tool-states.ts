// What the panel looks like while tools are at work, each state arranged as a user would come upon it.
import { answered, asked, conversation, streaming, text } from "./samples.ts";
import type { Arrange } from "./states.ts";
import { bashAsk, edits, editAsk, formAsk, goOnAsk, questionAsk, toolParts, waiting } from "./tool-samples.ts";

export const toolStates: Record<string, Arrange> = {
  approval: (studio, options) => studio.panel({ ...options, snapshot: waiting(editAsk, bashAsk) }),
  /** The menu shows the rule; the reason for a no is opened in place. */
  "approval-always": async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: waiting(bashAsk) });
    await panel.button("Always…").press("Enter");
    await panel.page.locator("[role=menuitem]:focus").waitFor();
    return panel;
  },
  question: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: waiting(questionAsk, goOnAsk) });
    await panel.goToAsk();
    await panel.press("2");
    return panel;
  },
  form: async (studio, options) => {
    const panel = await studio.panel({ ...options, height: 900, snapshot: waiting(formAsk) });
    await panel.button("Submit").click();
    return panel;
  },
  steering: async (studio, options) => {
    const panel = await studio.panel({ ...options, snapshot: streaming() });
    await panel.input.fill("mind the tests");
    await panel.button("More ways to send").press("Enter");
    await panel.page.locator("[role=menuitem]:focus").waitFor();
    return panel;
  },
  tools: async (studio, options) => {
    const messages = [asked("m1", text("Fix it.")), answered("m2", "", { finish: null, parts: toolParts })];
    const run = { state: "busy", message_id: "m1" } as const;
    const items = [{ id: "q1", words: "and mind the tests", chips: 0, steers: true }];
    const queue = { items, held: false, undo: false };
    return studio.panel({ ...options, snapshot: conversation({ messages, run, queue }) });
  },
  edits: async (studio, options) => {
    const one = edits.slice(0, 1);
    const kept = one.map((edit) => ({ ...edit, state: "kept" as const }));
    const messages = [
      asked("m1", text("Fix it.")),
      answered("m2", "Done: the count moved.", { edits: kept }),
      asked("m3", text("And the test?")),
      answered("m4", "There is one for two failures in a row now.", { edits }),
      asked("m5", text("Name it better.")),
      answered("m6", "Renamed.", { edits: one }),
    ];
    const panel = await studio.panel({ ...options, snapshot: conversation({ messages }) });
    await panel.button("Changed 3 files 34 lines added 2 lines removed").click();
    return panel;
  },
};
