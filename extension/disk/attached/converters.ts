// Installed programs that turn an attached file into something a model can read.
import { access, constants } from "node:fs/promises";
import { pathsOf } from "../places/same-path.ts";

const OFFICE = /officedocument|opendocument|msword|ms-(excel|powerpoint)|rtf$|epub/;

const CONVERTERS: readonly [mime: RegExp, programs: readonly string[]][] = [
  [/^(audio|video)\//, ["ffmpeg", "whisper", "whisper-cli"]],
  [/^image\//, ["magick", "tesseract"]],
  [/^application\/pdf$/, ["pdftotext"]],
  [OFFICE, ["pandoc", "soffice"]],
  [/sqlite/, ["sqlite3"]],
];

const NAMES = [...new Set(CONVERTERS.flatMap(([, programs]) => programs))];

/** What is asked of the system. */
export interface ProgramPlaces {
  platform: NodeJS.Platform;
  /** The variable `PATH`. */
  path: string;
  canRun: (file: string) => Promise<boolean>;
}

export const thisSystem: ProgramPlaces = {
  platform: process.platform,
  path: process.env["PATH"] ?? "",
  canRun: (file) =>
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    ),
};

/** Look into at most this many folders, for at most this long: one may be on a disk that sleeps. */
const MOST_FOLDERS = 64;
const PATIENCE_MS = 1_000;

/** Looks once, when it is first awaited. */
export class Converters {
  readonly #system: ProgramPlaces;
  readonly #found = new Set<string>();
  #looking: Promise<void> | undefined;

  constructor(system: ProgramPlaces) {
    this.#system = system;
  }

  /** Never rejects. What is found too late is not named. */
  async ready(): Promise<void> {
    this.#looking ??= this.#look();
    await this.#looking;
  }

  /** For a type of file, in the order in which they are best tried. */
  of(mime: string): string[] {
    return CONVERTERS.flatMap(([type, programs]) => (type.test(mime) ? programs : [])).filter((name) =>
      this.#found.has(name),
    );
  }

  async #look(): Promise<void> {
    let isOver = false;
    const files = filesFor(this.#system);
    const all = files.map(async ({ name, file }) => {
      if ((await this.#system.canRun(file)) && !isOver) this.#found.add(name);
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
    await Promise.race([Promise.all(all), late]);
    clearTimeout(timer);
    isOver = true;
  }
}

/** Not in relative folders, which change, nor on other computers, which would learn of it. */
export function filesFor({
  platform,
  path,
}: Pick<ProgramPlaces, "platform" | "path">): { name: string; file: string }[] {
  const paths = pathsOf(platform);
  const endings = platform === "win32" ? [".exe", ".cmd"] : [""];
  const folders = path
    .split(paths.delimiter)
    .filter((folder) => paths.isAbsolute(folder) && !/^[\\/]{2}/.test(folder))
    .slice(0, MOST_FOLDERS);
  return folders.flatMap((folder) =>
    NAMES.flatMap((name) => endings.map((ending) => ({ name, file: paths.join(folder, `${name}${ending}`) }))),
  );
}
