// The official SDK of Anthropic, in a separate file that is loaded with the first message.
export { Anthropic } from "@anthropic-ai/sdk";
