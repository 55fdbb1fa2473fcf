// The lockfile holds what every system needs: npm ci installs nothing that it does not name.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Packages = z.infer<typeof Lockfile>["packages"];

const SYSTEMS = ["linux", "darwin", "win32"].flatMap((os) => ["x64", "arm64"].map((cpu) => ({ os, cpu })));

/** Where npm put a package that another one asks for: below it, or beside all. */
function entryOf(packages: Packages, asking: string, name: string): Packages[string] | undefined {
  return packages[`${asking}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
}

/** For each optional package the lockfile lacks: who asks for it. npm ci refuses a lockfile with such a hole. */
function holes(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => entryOf(packages, path, name) === undefined)
      .map((name) => `${path} asks for ${name}`),
  );
}

/** A package with bindings has an optional package for a system and a processor, and needs one for each of the six. */
function unserved(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
    const bindings = Object.keys(optionalDependencies)
      .map((name) => entryOf(packages, path, name))
      .filter((entry) => entry?.os !== undefined && entry.cpu !== undefined);
    if (bindings.length === 0) return [];
    return SYSTEMS.filter(
      ({ os, cpu }) => !bindings.some((entry) => entry?.os?.includes(os) && entry.cpu?.includes(cpu)),
    ).map(({ os, cpu }) => `${path} has no binding for ${os} on ${cpu}`);
  });
}

const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8")),
);

describe("the lockfile", () => {
  it("holds every optional package that another one asks for", () => {
    expect(holes(packages)).toEqual([]);
  });

  it("has the bindings of each native package for Linux, macOS and Windows, on x64 and arm64", () => {
    expect(unserved(packages)).toEqual([]);
  });

  it.each(["esbuild", "lightningcss", "oxc-parser", "oxc-resolver", "rolldown"])(
    "has %s, whose bindings the build and the checks need",
    (name) => {
      expect(Object.keys(packages[`node_modules/${name}`]?.optionalDependencies ?? {}).length).toBeGreaterThan(5);
    },
  );

  it("names no registry", () => {
    expect(Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
  });

  it("is found wanting when one binding is taken away", () => {
    const { "node_modules/@rolldown/binding-darwin-arm64": taken, ...rest } = packages;
    expect(taken).toBeDefined();
    expect(holes(rest)).toEqual(["node_modules/rolldown asks for @rolldown/binding-darwin-arm64"]);
    expect(unserved(rest)).toEqual(["node_modules/rolldown has no binding for darwin on arm64"]);
  });
});
