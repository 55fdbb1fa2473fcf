// What a file imports, read from its lines, and where that may be.
import { describe, expect, it } from "vitest";
import { importPlaces } from "../../../extension/acquire/nearby/import-places.ts";
import { importsOf } from "../../../extension/acquire/nearby/imports.ts";
import { workedMs } from "../../fakes/worked.ts";

describe("the imports of a file", () => {
  it("are read in TypeScript, JavaScript and components, also over several lines, each once", () => {
    const text = [
      'import { a } from "./a.ts";',
      "import {",
      "  b,",
      "} from '../b';",
      'import "./side";',
      'export * from "./c.js";',
      'const d = require("./d"), e = await import("./e");',
      'import { a as again } from "./a.ts";',
      'import z from "zod";',
    ].join("\r\n");
    const names = ["./a.ts", "../b", "./side", "./c.js", "./d", "./e", "zod"];
    for (const path of ["src/x.ts", "src/x.jsx", "src/X.svelte"]) expect(importsOf(path, text)).toEqual(names);
  });

  it.each([
    [
      "a.py",
      "import os.path\nfrom .near import thing\nfrom ..up.more import x\nfrom app.core import y",
      [".near", "..up.more", "app.core", "os.path"],
    ],
    ["a.cpp", '#include "net/upload.h"\n#include <vector>\n  # include "x.hpp"', ["net/upload.h", "x.hpp"]],
    [
      "a.go",
      'import "fmt"\nimport (\n\tlog "example.com/m/log" // why\n\t"example.com/m/net"\n)',
      ["fmt", "example.com/m/log", "example.com/m/net"],
    ],
    [
      "a.rs",
      "mod net;\npub(crate) mod log;\nuse crate::net::upload::send;\nuse std::io;",
      ["mod net", "mod log", "crate::net::upload::send"],
    ],
    ["A.java", "package a.b;\nimport a.b.C;\nimport static a.D.run;\n", ["a.b.C", "a.D.run"]],
    ["a.rb", "require 'json'\nrequire_relative \"lib/x\"", ["require 'json", 'require_relative "lib/x']],
    ["a.php", "<?php\nrequire_once __DIR__ . '/x.php';", ["/x.php"]],
    ["a.scss", "@use 'colors';\n@import \"./base\";", ["colors", "./base"]],
    ["a.dart", "import 'package:app/x.dart';\nimport 'y.dart';", ["package:app/x.dart", "y.dart"]],
    ["a.txt", 'import x from "./x"', []],
  ])("are read in %s", (path, text, names) => {
    expect(importsOf(path, text).toSorted()).toEqual(names.toSorted());
  });

  it("are forty at most, and generated lines are passed over quickly", () => {
    const many = Array.from({ length: 500 }, (_, at) => `import "./m${at}";`).join("\n");
    expect(importsOf("a.ts", many)).toHaveLength(40);
    const hostile = `${"from ".repeat(100_000)}\n${" ".repeat(900)}import${" ".repeat(90)}\n${"mod ".repeat(240)}`;
    const start = workedMs();
    for (const path of ["a.ts", "a.py", "a.go", "a.rs", "a.java", "a.c", "a.php"])
      expect(importsOf(path, hostile)).toEqual([]);
    expect(workedMs() - start).toBeLessThan(500);
  });
});

describe("an imported file", () => {
  const first = (name: string, from: string, there: string[]): string | undefined =>
    importPlaces(name, from).find((place) => there.includes(place));

  it("of a script is beside it, with another end, or an index; a package is none", () => {
    expect(first("./a", "src/x.ts", ["src/a.tsx", "src/a/index.ts"])).toBe("src/a.tsx");
    expect(first("../b", "src/x.ts", ["b/index.ts"])).toBe("b/index.ts");
    expect(first("./c.js", "src/x.ts", ["src/c.ts"])).toBe("src/c.ts");
    expect(importPlaces("zod", "src/x.ts")).toEqual([]);
    expect(importPlaces("../../out", "src/x.ts")).toEqual([]);
  });

  it.each([
    [".near", "app/core/x.py", "app/core/near.py"],
    ["..up.more", "app/core/x.py", "app/up/more.py"],
    ["app.core", "src/app/main.py", "src/app/core/__init__.py"],
    ["net/upload.h", "src/a/x.cpp", "src/include/net/upload.h"],
    ["example.com/m/internal/net", "cmd/main.go", "internal/net"],
    ["mod net", "src/main.rs", "src/net.rs"],
    ["mod part", "src/net.rs", "src/net/part.rs"],
    ["crate::net::upload::send", "src/a/b.rs", "src/net/upload.rs"],
    ["a.b.C", "app/src/main/java/a/b/D.java", "app/src/main/java/a/b/C.java"],
    ['require_relative "lib/x', "bin/run.rb", "bin/lib/x.rb"],
    ["colors", "css/a.scss", "css/_colors.scss"],
    ["package:app/x.dart", "lib/ui/a.dart", "lib/x.dart"],
  ])("%s of %s is found", (name, from, place) => {
    expect(first(name, from, [place])).toBe(place);
  });

  it("is never the file itself and never above the workspace", () => {
    expect(importPlaces("./x.ts", "x.ts")).not.toContain("x.ts");
    expect(importPlaces("....", "x.py")).toEqual([]);
  });
});
