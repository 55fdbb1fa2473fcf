// What the status bar says of completion: which model answers how and how fast, or why nothing comes.
import type { FimFormat } from "../../../lower/fim/hole.ts";
import type { Failure } from "../../../message/failure.ts";
import * as words from "../words.ts";
import type { Silence } from "./silence.ts";

export type Status =
  | { state: "ready" }
  | { state: "probing" }
  | { state: "working" }
  /** `ms`: how long the model took; a text that was kept took none. */
  | { state: "answered"; ms: number | undefined }
  | { state: "silent"; reason: Silence }
  | { state: "failed"; failure: Failure };

/** Who answers, as far as it is known. */
export interface Answerer {
  model?: string | undefined;
  format?: FimFormat | undefined;
  family?: string | undefined;
}

interface StatusLook {
  /** A codicon. */
  icon: string;
  text: string;
  tooltip: string;
  isWarning: boolean;
}

const ICONS: Readonly<Partial<Record<Silence, string>>> = {
  off: "circle-slash",
  snoozed: "bell-slash",
  "no-model": "circle-slash",
};

export function lookOf(status: Status, by: Answerer): StatusLook {
  const who = whoAnswers(by);
  const look = (icon: string, text: string, isWarning = false): StatusLook => ({
    ...{ icon, text, isWarning },
    tooltip: words.tooltip(text, by.model),
  });
  switch (status.state) {
    case "ready":
      return look("sparkle", who);
    case "probing":
      return look("loading~spin", words.probing(by.model ?? ""));
    case "working":
      return look("loading~spin", who);
    case "answered":
      return look("sparkle", status.ms === undefined ? words.fromCache(who) : words.took(who, status.ms));
    case "silent":
      return look(ICONS[status.reason] ?? "sparkle", words.silence[status.reason]);
    case "failed":
      return {
        ...look("warning", words.failed(by.model ?? ""), true),
        tooltip: words.failedTooltip(status.failure.message),
      };
    default:
      return status satisfies never;
  }
}

/** A status is told with every key, and mostly looks the same: gives a look only if it is another than the last. */
export function changedLook(): (status: Status, by: Answerer) => StatusLook | undefined {
  let last = "";
  return (status, by) => {
    const look = lookOf(status, by);
    const told = JSON.stringify(look);
    if (told === last) return undefined;
    last = told;
    return look;
  };
}

/** "qwen2.5-coder:1.5b · insert". */
function whoAnswers({ model, format, family }: Answerer): string {
  const how = format === undefined ? "" : words.formats[format];
  return [model ?? "", how, format === "tokens" ? (family ?? "") : ""].filter((word) => word !== "").join(" · ");
}
