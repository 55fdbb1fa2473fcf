// The official SDK of Anthropic, in a file of its own: loaded when the first message goes there.
export { Anthropic } from "@anthropic-ai/sdk";
