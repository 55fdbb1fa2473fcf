// The official SDK of Ollama, in a separate file that is loaded with the first message.
export { Ollama } from "ollama/browser";
