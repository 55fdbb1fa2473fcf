// The official SDK of Ollama, in a file of its own: loaded when the first message goes there.
export { Ollama } from "ollama/browser";
