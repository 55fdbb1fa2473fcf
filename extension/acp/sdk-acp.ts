// The official library of the Agent Client Protocol, in a file of its own: loaded when the first agent is started.
export { client, methods, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
