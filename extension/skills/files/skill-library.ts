// All skills of a window as they were last read. Reading happens when it is first needed, and again after a change.
import { mergeSkills, type Skill, type SkillListing } from "../catalog.ts";
import { type FindPorts, findSkills, type FoundSkill, type KnownSkills } from "./find-skills.ts";
import type { SkillRoot } from "./skill-root.ts";

/** The roots are listed again after this long: keys and previews ask for skills often. */
const LOOK_AGAIN_MS = 500;

export interface LibraryPorts extends Pick<FindPorts, "digest"> {
  /** In order of precedence. */
  roots: () => readonly SkillRoot[];
  now: () => number;
  /** The listing has changed. */
  changed: () => void;
}

export class SkillLibrary {
  readonly #ports: LibraryPorts;
  readonly #known: KnownSkills = new Map();
  #reading: Promise<void> | undefined;
  #round = 0;
  #looked = 0;
  /** The entries of the roots at the last reading, to notice new and deleted folders. */
  #entries = "";
  #places: ReadonlyMap<Skill, FoundSkill> = new Map();
  listing: SkillListing = { skills: [], problems: [], clashes: [] };

  constructor(ports: LibraryPorts) {
    this.#ports = ports;
  }

  /** Notices new and deleted folders, also if the watcher has not reported them yet. Never rejects. */
  async list(): Promise<SkillListing> {
    await (this.#reading ??= this.#read());
    if (this.#ports.now() - this.#looked > LOOK_AGAIN_MS) {
      this.#looked = this.#ports.now();
      if ((await this.#entriesNow()) !== this.#entries) this.#reading = this.#read();
      await this.#reading;
    }
    return this.listing;
  }

  /** Call it when a file has changed. */
  refresh(): void {
    this.#reading = this.#read();
  }

  placeOf(skill: Skill): FoundSkill | undefined {
    return this.#places.get(skill);
  }

  /** Only the newest reading counts. */
  async #read(): Promise<void> {
    const round = ++this.#round;
    const entries = await this.#entriesNow();
    const found: FoundSkill[] = [];
    const problems: SkillListing["problems"][number][] = [];
    for (const root of this.#ports.roots()) {
      const below = await findSkills(root, { digest: this.#ports.digest, known: this.#known });
      if (round !== this.#round) return;
      found.push(...below.found);
      problems.push(...below.problems);
    }
    this.#entries = entries;
    this.#looked = this.#ports.now();
    this.listing = { ...mergeSkills(found.map(({ skill }) => skill)), problems };
    this.#places = new Map(found.map((one) => [one.skill, one]));
    this.#ports.changed();
  }

  async #entriesNow(): Promise<string> {
    const roots = await Promise.all(this.#ports.roots().map((root) => root.entries("")));
    return roots
      .map((entries) =>
        entries
          .map(({ name }) => name)
          .sort()
          .join("\n"),
      )
      .join("\n\n");
  }
}
