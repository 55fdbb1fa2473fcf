// A folder of skills in memory, for the tools that write skills.
import type { AuthoringPorts } from "../../extension/skills/authoring/operations.ts";
import { dryPorts } from "./compose-request.ts";
import type { Skill } from "../../extension/skills/catalog.ts";

export interface SkillFolder {
  /** By `scope/name/file`. */
  files: Map<string, string>;
  ports: AuthoringPorts;
}

export function skillFolder(skills: Skill[] = [], off: string[] = []): SkillFolder {
  const files = new Map<string, string>();
  const key = ({ scope, name, file }: { scope: string; name: string; file: string }): string =>
    `${scope}/${name}/${file}`;
  return {
    files,
    ports: {
      list: () => Promise.resolve({ skills, problems: [], clashes: [] }),
      isOff: (name) => off.includes(name),
      dry: dryPorts,
      read: (path) => Promise.resolve(files.get(key(path))),
      write(path, before, after) {
        if (files.get(key(path)) !== before) return Promise.reject(new Error("the file has changed since the edit"));
        files.set(key(path), after);
        return Promise.resolve();
      },
    },
  };
}
