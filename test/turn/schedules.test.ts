// Schedules: when they are due, whose they are, and that one window queues each time once.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lastTime } from "../../extension/message/schedule.ts";
import { readInvocations } from "../../extension/persist/skill-invocations.ts";
import { parsePackageFile } from "../../extension/skills/package-file.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { fileClaims, removeOldClaims } from "../../extension/turn/schedules/claims.ts";
import { dueNow } from "../../extension/turn/schedules/due.ts";
import { queueScheduled } from "../../extension/turn/schedules/queue-scheduled.ts";
import {
  type Schedule,
  type Schedules,
  schedulesOf,
  type ScheduleSources,
} from "../../extension/turn/schedules/schedules.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { fakePorts } from "../fakes/ports.ts";
import { aPackage, aSkill, commandsOf } from "../fakes/skills.ts";

/** A Wednesday. */
const day = (hour: number, minute = 0, back = 0): Date => new Date(2026, 10, 18 - back, hour, minute);
const morning: Schedule = { id: "m", name: "Morning", message: "Good morning", at: "09:00", days: [] };

describe("a time of day", () => {
  it("was last due today or on an earlier day", () => {
    expect(lastTime({ at: "09:00", days: [] }, day(9))).toEqual(day(9));
    expect(lastTime({ at: "09:00", days: [] }, day(8, 59))).toEqual(day(9, 0, 1));
    expect(lastTime({ at: "09:00", days: ["mon"] }, day(12))).toEqual(day(9, 0, 2));
    expect(lastTime({ at: "09:00", days: ["wed"] }, day(8))).toEqual(day(9, 0, 7));
  });
});

describe("a schedule", () => {
  it("is due once at its time, in one of two windows", async () => {
    const folder = temporaryFolder();
    const [one, two] = [fileClaims(join(folder, "claims")), fileClaims(join(folder, "claims"))];
    expect(await dueNow([morning], one, day(8))).toEqual({ due: [], missed: [] });
    const both = await Promise.all([dueNow([morning], one, day(9, 1)), dueNow([morning], two, day(9, 1))]);
    expect(both.flatMap(({ due }) => due)).toEqual([morning]);
    expect(await dueNow([morning], two, day(9, 2))).toEqual({ due: [], missed: [] });
  });

  it("that was missed is told once, however many times passed, and is never queued late", async () => {
    const claims = fileClaims(temporaryFolder());
    await dueNow([morning], claims, day(8, 0, 5));
    expect(await dueNow([morning], claims, day(11))).toEqual({ due: [], missed: [morning] });
    expect(await dueNow([morning], claims, day(11, 1))).toEqual({ due: [], missed: [] });
  });

  it("is not due for a time before it was written", async () => {
    expect(await dueNow([morning], fileClaims(temporaryFolder()), day(9, 1))).toEqual({ due: [], missed: [] });
  });

  it("does not run if its claim cannot be stored", async () => {
    const claims = { knownSince: () => Promise.resolve(0), take: () => Promise.resolve(false) };
    expect(await dueNow([morning], claims, day(9))).toEqual({ due: [], missed: [] });
  });

  it("leaves no claims behind for ever", async () => {
    const folder = temporaryFolder();
    const claims = fileClaims(folder);
    const time = day(9).getTime();
    await claims.take("m", time);
    await removeOldClaims(folder, time + 1);
    expect(await claims.take("m", time)).toBe(false);
    await removeOldClaims(folder, time + 15 * 24 * 60 * 60 * 1000);
    expect(await claims.take("m", time)).toBe(true);
  });
});

describe("the schedules of a window", () => {
  const schedule = { at: "09:00", days: [], request: "since yesterday" };
  const scheduled = (source: "project" | "user") => {
    const skill = aPackage("report");
    return { ...skill, source, package: { ...skill.package, schedule } };
  };
  const given = (changes: Partial<ScheduleSources>): Schedules =>
    schedulesOf({
      ...{ setting: [], skills: [], folders: ["/work"], answers: {}, isTrusted: true },
      digest: (text) => createHash("sha256").update(text).digest("hex"),
      ...changes,
    });

  it("are those of the settings, in windows with their folder, and the others are named", () => {
    const entry = { name: "Morning", message: "Hello", at: "09:00" };
    const setting = [entry, { ...entry, folder: "/other" }, { ...entry, at: "9 am" }];
    const { active, problems } = given({ setting });
    expect(active).toMatchObject([{ name: "Morning", message: "Hello", at: "09:00", days: [] }]);
    expect(problems).toEqual([expect.stringMatching(/^Entry 3 of galley\.schedules is not valid: /)]);
  });

  it("are those of the user's skills; a skill of the workspace only proposes one, until the user has said yes or no", () => {
    expect(given({ skills: [scheduled("user")] }).active).toMatchObject([{ message: "/report since yesterday" }]);
    const { active, proposed } = given({ skills: [scheduled("project")] });
    expect(active).toEqual([]);
    expect(proposed).toMatchObject([{ name: "report", message: "/report since yesterday" }]);
    const id = proposed[0]?.id ?? "";
    expect(given({ skills: [scheduled("project")], answers: { [id]: true } })).toMatchObject({ proposed: [] });
    expect(given({ skills: [scheduled("project")], answers: { [id]: true } }).active).toHaveLength(1);
    expect(given({ skills: [scheduled("project")], answers: { [id]: false } })).toMatchObject({
      active: [],
      proposed: [],
    });
  });

  it("are none in a workspace that is not trusted", () => {
    const setting = [{ name: "Morning", message: "Hello", at: "09:00" }];
    const skills = [scheduled("user"), scheduled("project")];
    expect(given({ setting, skills, isTrusted: false })).toEqual({ active: [], proposed: [], problems: [] });
  });

  it("are read from skill.toml, and a time that is none is named with its line", () => {
    const read = (at: string) => parsePackageFile(`[schedule]\nat = "${at}"\ndays = ["mon"]\n`);
    expect(read("09:00")).toMatchObject({ ok: true, value: { schedule: { at: "09:00", days: ["mon"], request: "" } } });
    expect(read("25:00")).toMatchObject({ ok: false, failure: { line: 2 } });
  });
});

describe("the message of a schedule", () => {
  const artifacts = [{ id: "w", kind: "Description", body: "For all.", include_when: { scope: "workspace" } }];
  const world = () => {
    const ports = fakePorts({ commands: commandsOf([aPackage("report", { artifacts }), aSkill("plain")]) });
    const made: Conversation[] = [];
    const queue = (message: string) =>
      queueScheduled(
        {
          catalog: ports.catalog,
          newConversationId: () => "ses_1",
          conversation: (id) => {
            made.push(new Conversation(ports, id));
            return made.at(-1) ?? expect.fail();
          },
        },
        { name: "Morning", message },
      );
    return { ports, made, queue };
  };

  it("is queued in a conversation of its own and sent, as a skill that a schedule invokes", async () => {
    for (const message of ["/report since yesterday", "/plain now"]) {
      const { ports, made, queue } = world();
      expect(await queue(message)).toEqual({ ok: true, value: "ses_1" });
      await made[0]?.runner.settled();
      expect(made[0]?.snapshot()).toMatchObject({ session: { title: "Morning" }, queue: { items: [] } });
      expect(made[0]?.snapshot().messages).toHaveLength(2);
      expect(readInvocations(ports.store, "ses_1")).toMatchObject([{ record: { invocation_source: "scheduled" } }]);
    }
  });

  it("reads the artifacts for the workspace", async () => {
    const { ports, made, queue } = world();
    await queue("/report since yesterday");
    await made[0]?.runner.settled();
    expect(readInvocations(ports.store, "ses_1")[0]?.record.used_artifacts).toMatchObject([{ id: "w" }]);
  });

  it("is not queued if it is an action, and the user reads why", async () => {
    const { made, queue } = world();
    expect(await queue("/new")).toEqual({
      ok: false,
      failure: "Galley did not queue “Morning”, because /new is an action. Schedule a text or a skill.",
    });
    expect(made).toEqual([]);
  });
});
