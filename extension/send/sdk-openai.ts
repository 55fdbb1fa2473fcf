// The official SDK of OpenAI, in a file of its own: loaded when the first message goes there.
export { OpenAI } from "openai";
