// The official SDK of Gemini, in a file of its own: loaded when the first message goes there.
export { GoogleGenAI } from "@google/genai/web";
