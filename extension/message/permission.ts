// What a call may have to be allowed to do, as rules name it. `outside` is any file that is in no workspace folder.
export const PERMISSIONS = ["read", "outside", "write", "bash", "fetch", "memory", "skill", "mcp", "other"] as const;
export type Permission = (typeof PERMISSIONS)[number];
