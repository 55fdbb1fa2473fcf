export const b = "bee";
