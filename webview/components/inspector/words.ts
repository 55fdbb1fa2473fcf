// What the inspector says about a request.

// The page
export const heading = "What the model sees";
export const loading = "Loading…";
export const tabs = {
  preview: "Request Preview",
  sent: "Sent Request",
  wire: "Raw Request",
  manifest: "Manifest",
  difference: "Changes",
  composer: "Skills",
};

// The budget
export const estimated = (tokens: string, limit: string, model: string, reserve: string): string =>
  `About ${tokens} of ${limit} tokens for ${model} · ${reserve} reserved for the answer`;
export const counted = (tokens: string, estimate: string, limit: string, model: string, reserve: string): string =>
  `${tokens} (estimated ${estimate}) of ${limit} tokens for ${model} · ${reserve} reserved for the answer`;
export const unchangedStart = (tokens: string): string => `first ${tokens} tokens unchanged since the last turn`;

// What can be done with a sent request
export const replay = "Compare with Now";
export const replayTitle = "Replay this turn: compare what was sent with what would be sent now";

// The parts
export const part = "Part";
export const sentAs = "Sent As";
export const tokens = "Tokens";
export const change = "Change";
export const changes = { same: "Unchanged", partly: "Partly changed", new: "New" };
export const cacheBoundary = "cache boundary";
export const notSent = "Not Sent";
export const open = "Open";
export const openFile = (path: string): string => `Open ${path}`;

// Raw Request and Manifest
export const copyRequest = "Copy Request";
export const copyManifest = "Copy Manifest";
export const traffic = "Network traffic (API key removed)";

// Changes
export const firstRequest = "This is the first request in the conversation.";
export const noChanges = "No changes since the previous request.";
export const repeated = (same: string, total: string, place: string): string =>
  `The previous request is repeated in full (${same} of ${total} bytes). New content starts at ${place}.`;
export const differs = (same: string, total: string, place: string): string =>
  `${same} of ${total} bytes match the previous request and may be cached by the provider. The first difference is at ${place}.`;
export const previousRequest = "Previous Request";
export const previousRequestLabel = "Previous request";
export const thisRequest = "This Request";
export const thisRequestLabel = "This request";

// Skills
export const skillsInTurn = "Skills in this turn";
export const invokedBy = "Invoked by";
export const artifacts = "Artifacts";
export const noArtifacts = "None (main template only)";
export const tools = "Tools";
export const allTools = "all tools in the conversation";
export const unknownTools = "Not available";
export const memories = "Memories";
export const none = "none";
export const stages = "Stages";
export const interrupts = "Interrupts";
export const skillModel = "Model";
export const endsWith = "Ends with";
export const anyOf = (conditions: readonly string[]): string => conditions.join(", or ");
export const outcome = "Outcome";
