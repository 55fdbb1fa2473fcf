import { describe, expect, it } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { readCalibration, saveCalibration } from "../../extension/persist/calibration.ts";
import {
  type PermissionRule,
  readPermissions,
  removePermission,
  savePermission,
} from "../../extension/persist/permissions.ts";
import { openStore } from "../../extension/persist/database/store.ts";
import { Session } from "../../extension/turn/conversation/session.ts";
import { fakeRooms } from "../fakes/rooms.ts";

const text: KnownPart = { type: "text", text: "hi" };

describe("what usage taught", () => {
  it("is kept per model and class, the latest word counting, through a restart", () => {
    const { store, path } = fakeRooms();
    saveCalibration(store, "a/b", "code", { bytes_per_token: 3.1, samples: 1 });
    saveCalibration(store, "a/b", "code", { bytes_per_token: 3.3, samples: 2 });
    saveCalibration(store, "a/b", "prose", { bytes_per_token: 4.5, samples: 2 });
    store.close();
    expect([...readCalibration(openStore(path), "a/b")]).toEqual([
      ["code", { bytes_per_token: 3.3, samples: 2 }],
      ["prose", { bytes_per_token: 4.5, samples: 2 }],
    ]);
    expect(readCalibration(openStore(path), "a/c").size).toBe(0);
  });
});

describe("a permission", () => {
  const rule = (id: string, session_id: string | null): PermissionRule => {
    return { id, session_id, permission: "bash", pattern: "npm test", action: "allow", created_at: 1 };
  };

  it("holds for its session or for the project, until it is removed", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    await session.submit([text]);
    await session.settled();
    savePermission(rooms.store, rule("p1", null));
    savePermission(rooms.store, rule("p2", "ses_1"));
    expect(readPermissions(rooms.store, "ses_1").map(({ id }) => id)).toEqual(["p1", "p2"]);
    const fork = session.fork(undefined, false);
    expect(readPermissions(rooms.store, fork.id).map(({ id }) => id)).toEqual(["p1"]);
    removePermission(rooms.store, "p1");
    expect(readPermissions(rooms.store, "ses_1").map(({ id }) => id)).toEqual(["p2"]);
  });

  it("that is none is refused by the database itself", () => {
    const { store } = fakeRooms();
    expect(() => {
      savePermission(store, { ...rule("p1", null), action: "sometimes" as "allow" });
    }).toThrow();
  });
});
