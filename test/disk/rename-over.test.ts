// A rename over a file that another program holds for a moment.
import { expect, test } from "vitest";
import { renameOver, renameOverSync } from "../../extension/disk/write/rename-over.ts";

function held(times: number, platform: NodeJS.Platform, code = "EPERM") {
  const tried: number[] = [];
  const pauses: number[] = [];
  return {
    tried,
    pauses,
    world: {
      platform,
      rename: () => {
        tried.push(tried.length);
        return tried.length > times ? Promise.resolve() : Promise.reject(Object.assign(new Error(code), { code }));
      },
      pause: (milliseconds: number) => Promise.resolve(pauses.push(milliseconds)),
    },
  };
}

test("on Windows it is tried again, for about two seconds", async () => {
  const { world, tried } = held(3, "win32");
  await renameOver("a", "b", world);
  expect(tried).toHaveLength(4);
  const never = held(100, "win32", "EBUSY");
  await expect(renameOver("a", "b", never.world)).rejects.toThrow("EBUSY");
  const waited = never.pauses.reduce((sum, pause) => sum + pause, 0);
  expect(waited).toBeGreaterThan(1_500);
  expect(waited).toBeLessThanOrEqual(2_500);
  // Each pause is longer than the one before.
  expect(never.pauses.toSorted((one, other) => one - other)).toEqual(never.pauses);
});

test("another error is not tried again, and elsewhere none is", async () => {
  const full = held(100, "win32", "ENOSPC");
  await expect(renameOver("a", "b", full.world)).rejects.toThrow("ENOSPC");
  expect(full.tried).toHaveLength(1);
  const linux = held(100, "linux");
  await expect(renameOver("a", "b", linux.world)).rejects.toThrow("EPERM");
  expect(linux.tried).toHaveLength(1);
});

test("a rename that may not yield is as patient", () => {
  const [tried, pauses]: [string[], number[]] = [[], []];
  const world = (platform: NodeJS.Platform, times: number) => ({
    platform,
    rename: (from: string) => {
      tried.push(from);
      if (tried.length <= times) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    },
    pause: (milliseconds: number) => void pauses.push(milliseconds),
  });
  renameOverSync("a", "b", world("win32", 3));
  expect([tried.length, pauses.length]).toEqual([4, 3]);
  tried.length = 0;
  expect(() => {
    renameOverSync("a", "b", world("darwin", 1));
  }).toThrow("EACCES");
  expect(tried).toHaveLength(1);
});
