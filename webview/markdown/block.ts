// A block of an answer: rendered markup, or code.
import type { Code } from "./fence.ts";

export type Block =
  | {
      kind: "html";
      html: string;
      /** It continues the list or the table before it. */
      joins: boolean;
    }
  | Code;
