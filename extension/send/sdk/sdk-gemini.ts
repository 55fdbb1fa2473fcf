// The official SDK of Gemini, in a separate file that is loaded with the first message.
export { GoogleGenAI } from "@google/genai/web";
