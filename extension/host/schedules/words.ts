// What Galley says about schedules.
import type { When } from "../../message/schedule.ts";

const dayNames = {
  sun: "Sunday",
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
} as const;

const when = ({ at, days }: When): string =>
  days.length === 0 ? `every day at ${at}` : `on ${days.map((day) => dayNames[day]).join(", ")} at ${at}`;
export const proposes = (skill: string, time: When, message: string): string =>
  `The skill ${skill} of this workspace asks to send “${message}” ${when(time)}, while VS Code is open.`;
export const accept = "Accept";
export const never = "Never";
export const missed = (names: readonly string[]): string =>
  `Galley missed ${names.map((name) => `“${name}”`).join(", ")}: VS Code was closed, or the computer slept. Nothing was sent.`;
