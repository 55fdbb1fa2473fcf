// What Galley says about a change of code by an instruction, and what it asks the model for.
import { counted } from "../../text/counted.ts";

// Why an answer is not applied
export const emptyAnswer = "The model returned no answer. Try again, or select another model.";
export const noCode = "The answer contains no code. Read the answer, or change the instruction.";
export const leavesOut = "The answer leaves out code of the selection. Try again, or select fewer lines.";
export const cutOff =
  "The answer ends before the code does. Select fewer lines, or select a model with a longer output.";
export const notInDocument = "The target is not in the document.";
export const stopped = "The refactoring was stopped.";
export const agentTakesNone = "An agent changes files itself. To refactor here, select another model.";
export const manyCalls = (rounds: number): string =>
  `The model called tools ${rounds} times and did not answer. Try again, or change the instruction.`;
export const readTooMuch =
  "What the model read no longer fits into its context. Select a model with a larger context, or turn off refactor_tools in the profile.";
export const notAsked = (reason: string): string => `Could not refactor: ${reason}.`;

// What the user should know of a change
export const outsideTarget = (count: number): string =>
  `The answer also changes ${counted(count, "line")} outside the selection. Galley left those as they are.`;

// What the model reads
interface Signs {
  open: string;
  close: string;
  caret: string;
}
export const refactorLayer = ({ open, close, caret }: Signs): string =>
  `You change code in an editor. The user shows a part of a file, in which ${open} and ${close} mark the selected code, or ${caret} marks the cursor, and says what to do.
Answer with one fenced code block that contains exactly what replaces the selected code, or what is put in at the cursor: all of it, with the indentation it has in the file. Leave out nothing and abbreviate nothing: a comment in the place of code that stays would delete that code. Do not repeat the code around it or the markers. Do not explain. If there is nothing to change, answer with the selected code as it is.`;
export const askRewrite = ({ open, close }: Signs, instruction: string): string =>
  `Rewrite the code between ${open} and ${close}:\n${instruction}`;
export const askInsert = ({ caret }: Signs, instruction: string): string =>
  `Write the code that goes in at ${caret}:\n${instruction}`;
export const goOn =
  "Your answer was cut off. Go on with the next character, without repeating anything and without a new fence.";

// In the account of the request: what was cut
export const linesAround = (path: string): string => `lines around the selection in ${path}`;
export const cutToFit = (kept: number): string =>
  `the request did not fit; ${counted(kept, "line")} on each side were kept`;
