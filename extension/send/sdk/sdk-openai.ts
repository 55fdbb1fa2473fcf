// The official SDK of OpenAI, in a separate file that is loaded with the first message.
export { OpenAI } from "openai";
