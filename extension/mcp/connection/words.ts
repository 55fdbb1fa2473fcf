// What Galley says about the connection to an MCP server.

// Why a server does not start: follows "MCP server NAME failed:"
export const folderMissing = (folder: string): string => `the folder ${folder} does not exist`;
export const commandMissing = (command: string): string => `the command ${command} was not found`;
export const notExecutable = (command: string): string => `the command ${command} is not executable`;
export const notStarted = (reason: string): string => `it could not start: ${reason}`;
export const invalidUrl = (url: string): string => `${url} is not a valid URL`;

// How the process of a server ended
export const exited = (code: number): string => `it exited with code ${code}`;
export const terminated = (signal: string): string => `it was terminated by ${signal}`;
export const notRunning = "it is not running";
export const stopped = "it was stopped";

// Why Galley closes a connection
export const flooded = "it sent too many messages";
export const messageTooLarge = (bytes: number): string => `it sent a message of more than ${bytes / 1024 / 1024} MB`;
export const tooManyValues = "it sent a message with too many values";
export const noMessage = "it sent too much data without a message";
export const notMcp = "it wrote output that is not MCP";

// Why a request failed
export const closed = "the connection was closed";
export const timedOut = "the request timed out";
export const invalidResponse = "it returned an invalid MCP response";
export const httpError = (status: number): string => `it returned HTTP ${status}`;

// Why a sign-in failed
export const noSignInUrl = "the server does not provide a sign-in URL";
export const invalidSignInUrl = "the sign-in URL is not a valid web URL";
export const signInRefused = "the sign-in was refused";
export const signInTimedOut = "sign-in timed out";
export const noPort = "no port is free";
export const noAccess = "you are signed in but do not have access";

// The page in the browser after a sign-in
export const signedIn = "Sign-in complete. You can close this page and return to VS Code.";
export const signInFailed = "Sign-in failed. You can close this page and return to VS Code.";
export const strayPage =
  "This page does not belong to a sign-in that Galley started. You can close this page and return to VS Code.";
