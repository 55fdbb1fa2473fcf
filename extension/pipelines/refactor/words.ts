// What Galley says about a change of code by an instruction, and what it asks the model for.
import { counted } from "../../text/counted.ts";

// Why an answer is not applied
export const emptyAnswer = "The model returned no answer. Try again, or select another model.";
export const noCode =
  "The answer contains no code, so the document is unchanged. Read the answer, or change the instruction.";
export const leavesOut =
  "The answer leaves out code of the selection, so the document is unchanged. Try again, or select fewer lines.";
export const cutOff =
  "The answer ends before the code does, so the document is unchanged. Select fewer lines, or select a model with a longer output.";
export const notInDocument = "The target is not in the document.";
export const stopped = "The refactoring was stopped. The document is unchanged.";
export const agentTakesNone = "An agent changes files itself. To refactor here, select another model.";
export const notAsked = (reason: string): string => `Could not refactor: ${reason}. The document is unchanged.`;

// What the user should know of a change
export const outsideTarget = (count: number): string =>
  `The answer also changes ${counted(count, "line")} outside the selection. Galley left those as they are.`;
