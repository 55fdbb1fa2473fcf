// Loads Galley's own files with the code that V8 compiled for them in an earlier window, which takes less time and memory.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { constants, Script } from "node:vm";

/**
 * V8 compiles a function when it runs first. At the first time a view has been drawn; at the second a message was sent, too.
 * Counted from the last file that had no compiled code: with the library of a provider, functions are used that no window
 * has used before.
 */
const KEEP_AFTER_MS = [10_000, 60_000];
const DIGEST_BYTES = 32;
/** A file is the body of a function, as for Node. */
const BEFORE = "(function (exports, require, module, __filename, __dirname) { ";
const AFTER = "\n})";

type Run = (exports: object, require: (name: string) => unknown, module: Loaded, file: string, folder: string) => void;

interface Loaded {
  exports: object;
}

/** A file that this window has loaded, and where its compiled code is kept. */
interface Compiled {
  readonly script: Script;
  readonly name: string;
  readonly place: string;
  /** How much is kept. */
  bytes: number;
}

export class CompiledFiles {
  /** Galley's files. */
  readonly #folder: string;
  /** The compiled code. */
  readonly #kept: string;
  readonly #loaded = new Map<string, Loaded>();
  readonly #compiled: Compiled[] = [];
  #timers: NodeJS.Timeout[] = [];
  /** A file had no compiled code. */
  #isNew = false;

  constructor(folder: string, kept: string) {
    this.#folder = folder;
    this.#kept = kept;
  }

  /** As `require` does, for a name such as `wiring.js`. */
  load(name: string): unknown {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known.exports;
    const file = join(this.#folder, name);
    const run = this.#compile(name, file);
    const module: Loaded = { exports: {} };
    this.#loaded.set(name, module);
    const outside = createRequire(file);
    const own = /^\.\/([\w-]+\.js)$/;
    try {
      const inside = (asked: string): unknown => {
        const [, other] = own.exec(asked) ?? [];
        return other === undefined ? outside(asked) : this.load(other);
      };
      run.call(module.exports, module.exports, inside, module, file, this.#folder);
    } catch (error) {
      // The next call tries again.
      this.#loaded.delete(name);
      throw error;
    }
    return module.exports;
  }

  /**
   * Keeps the compiled code of all files if one of them had none, where it is more than before. Without a place to write,
   * the next window compiles them again.
   */
  keep(): void {
    if (!this.#isNew) return;
    for (const compiled of this.#compiled) {
      try {
        const { script, name, place } = compiled;
        const code = script.createCachedData();
        // V8 may have let go of functions that have not run for long.
        if (code.length <= compiled.bytes) continue;
        mkdirSync(this.#kept, { recursive: true });
        const part = `${place}.${process.pid}.part`;
        writeFileSync(part, Buffer.concat([digest(code), code]));
        renameSync(part, place);
        compiled.bytes = code.length;
        this.#removeOlder(name, place);
      } catch {
        // A full or read-only disk: nothing is lost but time.
      }
    }
  }

  dispose(): void {
    this.#timers.forEach(clearTimeout);
  }

  /** V8 recognises a text by its length alone, so the place names its digest. */
  #compile(name: string, file: string): Run {
    const text = BEFORE + readFileSync(file, "utf8") + AFTER;
    const place = join(this.#kept, `${name}-${digest(text).toString("hex").slice(0, 32)}`);
    const code = keptCode(place);
    const script = new Script(text, {
      filename: file,
      // Places in stack traces and source maps are those of the file.
      columnOffset: -BEFORE.length,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(code && { cachedData: code }),
    });
    const kept = script.cachedDataRejected === true ? undefined : code;
    this.#compiled.push({ script, name, place, bytes: kept?.length ?? 0 });
    if (kept === undefined) this.#keepLater();
    return script.runInThisContext() as Run;
  }

  #keepLater(): void {
    this.#isNew = true;
    this.dispose();
    this.#timers = KEEP_AFTER_MS.map((ms) => setTimeout(() => this.keep(), ms).unref());
  }

  #removeOlder(name: string, place: string): void {
    for (const other of readdirSync(this.#kept)) {
      const path = join(this.#kept, other);
      if (other.startsWith(`${name}-`) && path !== place) rmSync(path, { force: true });
    }
  }
}

/** A damaged file could end the host, so the code stands behind its digest. */
function keptCode(place: string): Buffer | undefined {
  try {
    const bytes = readFileSync(place);
    const code = bytes.subarray(DIGEST_BYTES);
    return digest(code).equals(bytes.subarray(0, DIGEST_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function digest(bytes: string | Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
