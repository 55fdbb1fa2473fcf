// Reads the files that a profile's system prompt names, and those that they include.
import type { Result } from "../../message/result.ts";
import { filesNamedIn } from "../templates/template-files.ts";
import type { TemplateFiles } from "../templates/template-job.ts";
import type { Profile } from "./profile.ts";

const MOST_FILES = 20;

/** `read` gives the text of a file in the profile's own folder, or why not. It never rejects. */
export async function withPersonaFiles(
  profile: Profile,
  read: (name: string) => Promise<Result<string, string>>,
): Promise<Profile> {
  const files: Record<string, TemplateFiles[string]> = {};
  const waiting = filesNamedIn(profile.system_prompt ?? "");
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (Object.hasOwn(files, name) || Object.keys(files).length >= MOST_FILES) continue;
    const file = await read(name);
    Object.defineProperty(files, name, { value: file, enumerable: true });
    if (file.ok) waiting.push(...filesNamedIn(file.value));
  }
  return Object.keys(files).length === 0 ? profile : { ...profile, files };
}
