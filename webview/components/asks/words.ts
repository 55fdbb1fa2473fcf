// What the cards of pending asks say. Keys stand between backticks.
import { counted } from "../../../extension/text/counted.ts";

// The keys of a card
export const cardKeys = (focusKey: string, others: string): string => `\`${focusKey}\` to focus, ${others}`;

// A call that needs approval
export const keysToAllow = "`Enter` to allow once";
export const keysToDeny = "`Enter` to deny, `Escape` to go back";
export const details = "Details";
export const changeTo = (path: string): string => `Change to ${path}`;
export const moreLines = (count: number): string => `… ${counted(count, "more line")}`;
export const showAll = "Show all";
export const showLess = "Show less";
export const allowOnce = "Allow Once";
export const always = "Always…";
export const alwaysAllow = "Always allow";
export const allowInConversation = "Allow in This Conversation";
export const allowInWorkspace = "Allow in This Workspace";
export const deny = "Deny";
export const denyTitle = "Deny (Enter)";
export const reasonLabel = "Reason for denying (optional)";
export const reasonForModel = "Tell the model why (optional)";
export const reason = "Reason (optional)";

// A question of the model
export const keysToAnswer = (digits: string): string =>
  digits === "" ? "`Enter` to submit" : `\`${digits}\` to select, \`Enter\` to submit`;
export const answers = "Answers";
export const answersSeveral = "Answers (select any)";
export const answerLabel = "Answer";
export const answerPlaceholder = "Answer…";
export const otherLabel = "Other answer";
export const otherPlaceholder = "Other answer…";
export const answer = "Answer";

// A form of an MCP server
export const formTitle = (server: string): string => `${server} needs information`;
export const keysToSubmit = "`Enter` to submit";
export const dateExample = "2026-01-31";
export const problemAt = (field: string, problem: string): string => `${field} ${problem}.`;
export const submit = "Submit";
export const decline = "Decline";
export const cancel = "Cancel";

// Whether a long turn goes on
export const keysToContinue = "`Enter` to continue";
export const goOn = "Continue";
export const stopHere = "Stop Here";
