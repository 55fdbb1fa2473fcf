// What the page that tries a skill says.

// Before there is a form
export const heading = "Try a skill";
export const loading = "Loading…";

// The form
export const openFile = "Open File";
export const required = "required";
export const onePerLine = "One per line";
export const json = "JSON";
export const argumentsLabel = "Arguments";
export const request = "Request";
export const insert = "Insert into Message";

// The preview
export const preview = "Preview";
export const tokens = (count: string): string => `~${count} tokens`;
export const fillIn = (fields: string): string => `Fill in ${fields} to see the preview.`;
export const tools = "Tools";
export const artifacts = "Artifacts";
