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
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { fakePorts } from "../fakes/ports.ts";

const text: KnownPart = { type: "text", text: "hi" };

describe("what usage taught", () => {
  it("is kept per model and class, the latest word counting, through a restart", () => {
    const { store, path } = fakePorts();
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
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text]);
    await conversation.runner.settled();
    savePermission(ports.store, rule("p1", null));
    savePermission(ports.store, rule("p2", "ses_1"));
    expect(readPermissions(ports.store, "ses_1").map(({ id }) => id)).toEqual(["p1", "p2"]);
    const fork = conversation.fork(undefined, false);
    expect(readPermissions(ports.store, fork.id).map(({ id }) => id)).toEqual(["p1"]);
    removePermission(ports.store, "p1");
    expect(readPermissions(ports.store, "ses_1").map(({ id }) => id)).toEqual(["p2"]);
  });

  it("that is none is refused by the database itself", () => {
    const { store } = fakePorts();
    expect(() => {
      savePermission(store, { ...rule("p1", null), action: "sometimes" as "allow" });
    }).toThrow();
  });
});
