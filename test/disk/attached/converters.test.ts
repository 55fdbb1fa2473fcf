import { expect, it } from "vitest";
import { Converters, filesFor } from "../../../extension/disk/attached/converters.ts";

it("names the installed programs for a type of file, and looks for them once", async () => {
  const asked: string[] = [];
  const installed = ["/usr/bin/ffmpeg", "/opt/bin/pandoc"];
  const canRun = (file: string): Promise<boolean> => {
    asked.push(file);
    return Promise.resolve(installed.includes(file));
  };
  const converters = new Converters({ platform: "linux", path: "/usr/bin:/opt/bin", canRun });
  expect(converters.of("audio/mpeg")).toEqual([]);
  await Promise.all([converters.ready(), converters.ready()]);
  expect(converters.of("audio/mpeg")).toEqual(["ffmpeg"]);
  expect(converters.of("application/vnd.openxmlformats-officedocument.wordprocessingml.document")).toEqual(["pandoc"]);
  expect(converters.of("application/zip")).toEqual([]);
  expect(asked).toHaveLength(new Set(asked).size);
});

it("looks only into whole paths of this computer", () => {
  const unix = filesFor({ platform: "linux", path: ".:bin::/usr/bin" }).map(({ file }) => file);
  expect(unix.every((file) => file.startsWith("/usr/bin/"))).toBe(true);
  const windows = filesFor({ platform: "win32", path: "C:\\Tools;\\\\server\\share;bin" });
  expect(windows.filter(({ name }) => name === "ffmpeg").map(({ file }) => file)).toEqual([
    "C:\\Tools\\ffmpeg.exe",
    "C:\\Tools\\ffmpeg.cmd",
  ]);
});

it("does not wait for a disk that never answers", async () => {
  const never = new Promise<boolean>(() => undefined);
  const converters = new Converters({ platform: "linux", path: "/usr/bin", canRun: () => never });
  await converters.ready();
  expect(converters.of("audio/mpeg")).toEqual([]);
});
