// A new id, with a prefix that names its kind.
export type NewId = (prefix: "msg" | "man" | "ses" | "rul" | "inv") => string;
