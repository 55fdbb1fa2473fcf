// The official library of the Agent Client Protocol, in a separate file that is loaded when the first agent starts.
export { client, methods, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
