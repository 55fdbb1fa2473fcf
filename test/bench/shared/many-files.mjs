// A folder of very many empty files, named the way projects name theirs.
import { linkSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const words =
  "account action backoff badge buffer button cache chart client config context controller cursor dialog editor " +
  "engine event factory field filter form format graph handler header index input item layer layout list loader " +
  "logger message model node option page panel parser path policy provider query queue record render request " +
  "response result retry router schema scroll server service session socket source state storage stream style " +
  "table task theme token tree upload user util value view widget window worker";
const names = words.split(" ");
const endings = [".ts", ".test.ts", ".tsx", ".js", ".css", ".md", ".json"];
const perFolder = 15;

/** Linked, not written: the quickest way to a name. A file holds as many links as the file system allows. */
export function manyFiles(count) {
  const root = mkdtempSync(join(tmpdir(), "galley-many-"));
  let next = 1;
  const pick = (list) => {
    next = (Math.imul(next, 1664525) + 1013904223) >>> 0;
    return list[(next >>> 8) % list.length];
  };
  let folder = root;
  let seed = "";
  for (let made = 0; made < count; made += 1) {
    if (made % perFolder === 0) {
      folder = join(root, "packages", pick(names), `${pick(names)}-${pick(names)}`, "src", `${pick(names)}${made}`);
      mkdirSync(folder, { recursive: true });
    }
    const file = join(folder, `${pick(names)}-${pick(names)}${made % perFolder}${pick(endings)}`);
    if (made % 30_000 === 0) writeFileSync((seed = file), "");
    else linkSync(seed, file);
  }
  return root;
}
