// What Galley says about MCP servers.
import type { ServerState } from "../../mcp/server.ts";
import { counted } from "../../text/counted.ts";

// The question before servers of a workspace start
export const confirmStart = (names: string): string =>
  `This workspace defines MCP servers: ${names}. They run on this machine with your permissions. Start them?`;
export const start = "Start";
export const reviewConfiguration = "Review Configuration";
export const notNow = "Not Now";

// Why a server does not start
export const trustToStart = "trust this workspace to start";
export const needsPermission = "needs your permission to start";
export const stoppedByUser = "you stopped it";

// The configuration
export const syntaxError = (line: number, code: string): string => `line ${line}: ${code}`;
export const notLoaded = (first: string, others: number): string =>
  `Could not load an MCP server: ${first}${others > 0 ? ` (and ${others} more)` : ""}. Fix the configuration.`;
export const configure = "Configure";

// Values that a configuration asks for
export const inputTitle = (wanted: string): string => `MCP: ${wanted}`;
export const inputPrompt = (id: string, from: string): string =>
  `Value for input “${id}” in ${from}. Galley saves it and won't ask again.`;

// A server that failed, or wants the user to sign in
export const signIn = "Sign In";
export const restart = "Restart";

// Signing in
export const completeSignIn = (server: string): string => `Complete sign-in to MCP server ${server} in your browser.`;
export const pageNotOpened = "the sign-in page was not opened";
export const signInCanceled = "sign-in was canceled";

// Requests of a server
export const callEnded = "the call has ended";

// Prompts and resources
export const serverRemoved = (name: string): string =>
  `MCP server ${name} is no longer configured. Add it in galley.mcp.servers, .vscode/mcp.json or .mcp.json.`;
export const resourceNotRead = (uri: string, reason: string | undefined): string =>
  `Could not read ${uri}: ${reason ?? "it is empty"}.`;
export const unnamedResource = "resource";

// The list of servers for a command
export const selectServer = "Select MCP Server";
export const states = {
  off: "off",
  starting: "starting",
  running: "running",
  failed: "failed",
  "sign-in": "sign-in",
} as const satisfies Record<ServerState["kind"], string>;

// The output channel of a server
export const logName = (server: string): string => `Galley MCP: ${server}`;

// The view: servers
export const stopped = "stopped";
export const startsOnFirstUse = "starts on first use";
export const signInRequired = "sign-in required";
export const toolCount = (count: number): string => counted(count, "tool");
export const serverTooltip = (name: string, state: string, runs: string, from: string): string =>
  `${name}: ${state}\n${runs}\nFrom ${from}`;
export const spokenServer = (name: string, state: string): string => `${name}, ${state}`;
export const spokenRunning = (name: string, tools: string): string => `${name}, running, ${tools}`;

// The view: tools of a server
export const readOnlyTool = "read-only (according to the server)";
export const destructiveTool = "may be destructive";

// The view: servers that are not loaded
export const configureServers = "Configure MCP Servers";
export const spokenFault = (name: string, reason: string): string => `${name}, not loaded: ${reason}`;
