// What Galley says about compaction and about questions outside the turns, and what it asks the model for.

// Compact Conversation
export const tooShort = "This conversation is too short to compact.";
export const compactionStopped = "Compaction was stopped. The conversation is unchanged.";
export const noSummary = "The model returned no summary. Try again, or select another model.";
export const notCompacted = (reason: string): string =>
  `Could not compact the conversation: ${reason}. The conversation is unchanged.`;
export const agentCompactsWith = (command: string): string =>
  `The agent manages its own context. To compact it, send ${command}.`;
export const agentCompacts =
  "The agent manages its own context. To compact it, use the agent's own command, if it has one.";

// What the model reads when it compacts
export const summaryLayer = `Write a summary that replaces this conversation. The next turn sees only the summary.
Say what the user wants and the limits they set; what was decided and why; which files, lines, names and commands matter; what was done and how it turned out; what is open and what comes next. Keep exact names, paths and figures. Leave out pleasantries and whatever was settled and no longer matters.
Call no tools. Write only the summary, in the language of the conversation.`;
export const summaryRequest = "Summarize the conversation so far.";

// The same, for a conversation that does not fit: it comes as text, in pieces
export const speakers = { user: "## User", assistant: "## Assistant" };
export const toolCall = (name: string, input: string): string => `[calls ${name} ${input}]`;
export const toolResult = (name: string, text: string): string => `[result of ${name}]\n${text}`;
export const pieceRequest = (summary: string, piece: string): string =>
  summary === ""
    ? `The conversation does not fit into one request. This is its first part:\n\n${piece}\n\nSummarize this part. The next request brings the part that follows.`
    : `The conversation does not fit into one request. This is the summary of the parts so far:\n\n${summary}\n\nThis is the part that follows:\n\n${piece}\n\nWrite one summary of all parts so far.`;

// A question outside the turns: why there is no answer
export const agentTakesNone = "this conversation uses an agent, which does not support side requests";
export const stopped = "it was stopped";
export const emptyAnswer = "the answer was empty";

// A question outside the turns: a picture in it
export const picture = "picture";
export const pictureText = (mime: string): string => `[image: ${mime}]`;
