// The ports of the layers of a conversation, with files from memory.
import { parseProfile } from "../../extension/assemble/profiles/profile.ts";
import { type ResolvedProfile, resolveProfiles } from "../../extension/assemble/profiles/resolve-profiles.ts";
import { renderTemplate } from "../../extension/assemble/templates/template.ts";
import type { LayerPorts } from "../../extension/turn/request/read-layers.ts";

/** A profile of the project. */
export function agentOf(text: string): ResolvedProfile {
  const parsed = parseProfile(text, { file: "mine.toml", source: "project" });
  const agent = "reason" in parsed ? undefined : resolveProfiles([parsed]).agents[0];
  if (agent === undefined) throw new Error("it is no agent");
  return agent;
}

/** What layers are made of: files from memory, and neutral values. A file "huge" is too large. */
export function portsOver(files: Record<string, string>, changes: Partial<LayerPorts> = {}): LayerPorts {
  return {
    agent: () => ({ agent: agentOf('system_prompt = "Be {{ ctx.agent.name }} in {{ ctx.workspace.folders[0] }}."') }),
    render: ({ templates, ctx, files: named }) =>
      Promise.resolve(templates.map((source) => renderTemplate(source, { ctx }, named))),
    roots: () => [""],
    folders: () => [{ name: "app", root: "/home/me/app" }],
    isTrusted: () => true,
    shell: () => ({ platform: "linux", kind: "posix", path: "/opt/sh" }),
    memories: { list: () => Promise.resolve({ memories: [], malformed: [], unread: [] }) },
    skills: { list: () => Promise.resolve({ skills: [], problems: [], clashes: [] }) },
    readFile: ({ path }) => {
      const text = files[path];
      if (text === undefined) return Promise.reject(new Error("not there"));
      if (text === "huge") return Promise.resolve({ state: "large", size: 1 << 20 });
      return Promise.resolve({ state: "text", text, language: "markdown", unsaved: false, clamped: false });
    },
    scopedPaths: (root) => {
      const folder = root === "" ? ".github/instructions/" : `${root}/.github/instructions/`;
      return Promise.resolve(Object.keys(files).filter((path) => path.startsWith(folder)));
    },
    looked: () => undefined,
    ...changes,
  };
}
