// Texts of many kinds to count tokens in: what is installed here where there is some, else written from patterns.
import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/node24.mjs";
import { patterns } from "./code-patterns.mjs";

const COUNT = 12;

/** Each kind with a dozen texts of about 4 to 40 KB. */
export function textsByKind() {
  const modules = join(root, "node_modules");
  return {
    prose: pick(modules, (name) => name.toLowerCase() === "readme.md"),
    json: pick(modules, (name) => name.endsWith(".json") && !name.includes("lock")),
    typescript: pick(join(root, "extension"), (name) => name.endsWith(".ts"), 3_000),
    javascript: pick(modules, (name) => name.endsWith(".js") && !name.includes(".min.")),
    css: pick(modules, (name) => name.endsWith(".css") && !name.includes(".min."), 2_000),
    svelte: pick(join(root, "webview"), (name) => name.endsWith(".svelte"), 2_000),
    ...Object.fromEntries(Object.entries(patterns).map(([language, pattern]) => [language, written(pattern)])),
    cjk: spoken(["zh_CN", "ja", "ko", "zh_TW"]),
    base64: Array.from({ length: COUNT }, (_, index) => randomBytes(4_000 + 1_000 * index).toString("base64")),
    logs: Array.from({ length: COUNT }, (_, index) => log(index)),
  };
}

function pick(folder, fits, least = 4_000) {
  const found = [];
  const look = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const full = join(path, entry.name);
      if (entry.isDirectory()) look(full);
      else if (fits(entry.name) && statSync(full).size >= least && statSync(full).size < 40_000) found.push(full);
    }
  };
  look(folder);
  found.sort();
  const step = Math.max(1, Math.floor(found.length / COUNT));
  return found
    .filter((_, index) => index % step === 0)
    .slice(0, COUNT)
    .map((path) => readFileSync(path, "utf8"));
}

const nouns =
  "order parcel queue ledger invoice shipment window cursor branch anchor socket buffer record lease margin".split(" ");
const verbs = "load merge settle split refresh validate publish trim schedule resolve".split(" ");

/** A file of some functions, each with other names and numbers. */
function written(pattern) {
  return Array.from({ length: COUNT }, (_, file) =>
    Array.from({ length: 12 + file }, (__, index) => {
      const seed = file * 31 + index * 7;
      const noun = nouns[seed % nouns.length];
      const verb = verbs[(seed + file) % verbs.length];
      return pattern({
        noun,
        Noun: noun[0].toUpperCase() + noun.slice(1),
        verb,
        Verb: verb[0].toUpperCase() + verb.slice(1),
        n: (seed * 37) % 900,
      });
    }).join("\n"),
  );
}

function spoken(languages) {
  const strings = (value) =>
    typeof value === "string"
      ? [value]
      : typeof value === "object" && value !== null
        ? Object.values(value).flatMap(strings)
        : [];
  const folder = join(root, "node_modules", "axe-core", "locales");
  return languages.flatMap((language) => {
    const all = strings(JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8"))).filter(
      (text) => !text.includes("{{"),
    );
    return [0, 1, 2].map((part) => all.filter((_, index) => index % 3 === part).join("\n"));
  });
}

function log(file) {
  const levels = ["INFO", "WARN", "DEBUG", "ERROR"];
  return Array.from({ length: 120 }, (_, line) => {
    const seed = (file + 3) * (line + 11) * 7919;
    const time = new Date(1_700_000_000_000 + seed * 997).toISOString();
    const noun = nouns[seed % nouns.length];
    return `${time} ${levels[seed % 4].padEnd(5)} [worker-${seed % 16}] ${verbs[seed % 10]} ${noun} id=${(seed * 2654435761).toString(16).slice(0, 8)} took ${seed % 4000}ms status=${200 + (seed % 5) * 100}`;
  }).join("\n");
}
