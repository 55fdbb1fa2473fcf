// The tools that write skills: create_skill, update_skill, add_artifact and list_skills. Ports give them the files.
import * as z from "zod/mini";
import { appendArtifact, completePackage, PackageFields, renderPackage, updatePackage } from "./package-text.ts";
import { renderSkill, updateSkillText } from "./skill-text.ts";
import type { SkillListing } from "../catalog.ts";
import type { DryPorts } from "../dry-run.ts";
import { Artifact } from "../package.ts";
import { PACKAGE_FILE } from "../read-package.ts";
import { FILE, readFault, writtenFault } from "./written-fault.ts";
import { issuesWords } from "../../text/issue-words.ts";
import * as words from "../words.ts";

/** Galley writes only to its own folders: `.galley/skills` of the project, or of the user's home. */
const SCOPES = ["project", "user"] as const;
type Scope = (typeof SCOPES)[number];

/** A file of a skill. The path never leads out of the skill's folder. */
export interface SkillPath {
  scope: Scope;
  /** The name of the skill and of its folder. */
  name: string;
  /** `SKILL.md`, `skill.toml` or `artifacts/NAME.md`. */
  file: string;
}

export interface AuthoringPorts {
  list: () => Promise<SkillListing>;
  isOff: (name: string) => boolean;
  /** Composes what is about to be written, without running it. */
  dry: DryPorts;
  /** The text, or `undefined` if the file does not exist. Rejects with a reason for the model. */
  read: (path: SkillPath) => Promise<string | undefined>;
  /** Rejects with a reason for the model, also if the file is no longer `before`. */
  write: (path: SkillPath, before: string | undefined, after: string) => Promise<void>;
}

/** `output` is for the model. */
type Authored = { ok: boolean; output: string };

interface Operation {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  input_schema: Record<string, unknown>;
  /** Never rejects. */
  run: (input: unknown, ports: AuthoringPorts) => Promise<Authored>;
}

/** The four tools on these files. */
export function authoringOn(
  ports: AuthoringPorts,
): (Omit<Operation, "run"> & { run: (input: unknown) => Promise<Authored> })[] {
  return operations().map((one) => ({ ...one, run: (input) => one.run(input, ports) }));
}

/** Made when the first conversation writes a skill: their schemas take half a megabyte to make. */
let made: readonly Operation[] | undefined;
const operations = (): readonly Operation[] => (made ??= allOperations());

const Name = z.string().check(z.regex(/^[A-Za-z0-9](?:[\w.-]{0,62}[\w-])?$/));
const ScopeField = z.optional(z.enum(SCOPES));
const Words = z.string().check(z.minLength(1));
/** For lists of skills, in the front matter of SKILL.md. */
const Tags = z.optional(z.array(Words));

const CreateInput = z.object({
  name: Name,
  description: Words,
  /** Below the front matter. */
  instructions: Words,
  scope: ScopeField,
  version: z.optional(z.string()),
  tags: Tags,
  package: z.optional(PackageFields),
});

const UpdateInput = z.object({
  name: Name,
  scope: ScopeField,
  description: z.optional(Words),
  instructions: z.optional(Words),
  version: z.optional(z.string()),
  tags: Tags,
  package: z.optional(PackageFields),
});

const ArtifactInput = z.object({
  skill: Name,
  scope: ScopeField,
  id: Name,
  body: Words,
  version: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  ...z.pick(Artifact, { kind: true }).shape,
  include_when: z.optional(
    z.object({
      scope: z.optional(z.enum(["workspace", "session"])),
      params: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  tools: z.optional(z.array(z.string())),
  stages: z.optional(z.array(z.object({ name: z.string(), tools: z.optional(z.array(z.string())) }))),
});

const ListInput = z.object({
  source: z.optional(z.enum(["project", "user", "bundled"])),
  tags: z.optional(z.array(z.string())),
  enabled: z.optional(z.boolean()),
  search: z.optional(z.string()),
});

const allOperations = (): readonly Operation[] => [
  operation({
    name: "create_skill",
    description:
      "Create a skill: a folder .galley/skills/NAME with SKILL.md, whose description says in one sentence when to use it and whose instructions a model follows. package adds a skill.toml: tool_surface, parameter_schema (JSON Schema), interrupts, output_schema, tool_call_budget. scope user is for every project of this user.",
    input: CreateInput,
    run: createSkill,
  }),
  operation({
    name: "update_skill",
    description:
      "Change description, instructions, version, tags or package fields of a skill. Omitted fields stay unchanged.",
    input: UpdateInput,
    run: updateSkill,
  }),
  operation({
    name: "list_skills",
    description: "List skills: all, or filtered by source, tags, enabled state or keywords.",
    input: ListInput,
    run: listSkills,
  }),
  operation({
    name: "add_artifact",
    description:
      "Add an artifact to a skill: a Description (background), an Example (chosen by tags), an Approach (tools and stages) or a PromptTemplate. include_when limits it to a scope or to values of parameters.",
    input: ArtifactInput,
    run: addArtifact,
  }),
];

function operation<Input>(made: {
  name: string;
  description: string;
  input: z.ZodMiniType<Input>;
  run: (input: Input, ports: AuthoringPorts) => Promise<Authored>;
}): Operation {
  const { name, description, input, run } = made;
  const { $schema, ...input_schema } = z.toJSONSchema(input, { io: "input" });
  return {
    name,
    description,
    input_schema,
    async run(given, ports) {
      const parsed = input.safeParse(given, { reportInput: true });
      if (!parsed.success) return failed(words.notCalled(name, issuesWords(parsed.error.issues)));
      try {
        return await run(parsed.data, ports);
      } catch (error) {
        return failed(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

async function createSkill(input: z.infer<typeof CreateInput>, ports: AuthoringPorts): Promise<Authored> {
  const { name, scope = "project", package: fields } = input;
  if ((await ports.read({ scope, name, file: FILE })) !== undefined) return failed(words.skillExists(name));
  const text = renderSkill(input);
  const manifest = fields === undefined ? undefined : renderPackage(fields);
  const fault = await writtenFault({ name, text, manifest, artifact: artifactsOf(ports, scope, name) }, ports.dry);
  if (fault !== undefined) return failed(fault);
  await ports.write({ scope, name, file: FILE }, undefined, text);
  if (manifest !== undefined) await writePackage(ports, scope, name, manifest);
  const { skills } = await ports.list();
  const other = skills.find((skill) => skill.name === name && !skill.file.includes(`.galley/skills/${name}/`));
  return done(words.created(name, other?.file));
}

async function updateSkill(input: z.infer<typeof UpdateInput>, ports: AuthoringPorts): Promise<Authored> {
  const { name, package: fields } = input;
  const found = await find(ports, name, input.scope);
  if (found === undefined) return missing(name);
  const { scope, text } = found;
  const after = updateSkillText(text, input);
  if (!after.ok) return failed(words.faultAt(FILE, after.failure.line, after.failure.reason));
  const before = await ports.read({ scope, name, file: PACKAGE_FILE });
  const fault = readFault({ name, text: after.value, manifest: before });
  if (fault !== undefined) return failed(fault);
  const manifest = fields === undefined ? completePackage(before) : updatePackage(before, fields);
  const artifact = artifactsOf(ports, scope, name);
  const newFault = await writtenFault({ name, text: after.value, manifest, artifact }, ports.dry);
  if (newFault !== undefined) return failed(newFault);
  if (after.value === text && manifest === before) return done(words.unchanged(name));
  if (after.value !== text) await ports.write({ scope, name, file: FILE }, text, after.value);
  if (manifest !== undefined && manifest !== before)
    await ports.write({ scope, name, file: PACKAGE_FILE }, before, manifest);
  return done(words.changed(name));
}

async function addArtifact(input: z.infer<typeof ArtifactInput>, ports: AuthoringPorts): Promise<Authored> {
  const { skill: name, id, body, version = "1", scope: _, skill: __, ...entry } = input;
  const found = await find(ports, name, input.scope);
  if (found === undefined) return missing(name);
  const { scope } = found;
  const file = `artifacts/${id}.md`;
  if ((await ports.read({ scope, name, file })) !== undefined) return failed(words.artifactExists(name, id, file));
  const before = await ports.read({ scope, name, file: PACKAGE_FILE });
  const fault = readFault({ name, text: found.text, manifest: before });
  if (fault !== undefined) return failed(fault);
  const { kind, ...rest } = entry;
  const manifest = appendArtifact(before, { id, version, kind, path: file, ...rest });
  const others = artifactsOf(ports, scope, name);
  const artifact = async (path: string): Promise<string | undefined> => (path === file ? body : others(path));
  const newFault = await writtenFault({ name, text: found.text, manifest, artifact }, ports.dry);
  if (newFault !== undefined) return failed(newFault);
  await ports.write({ scope, name, file }, undefined, `${body.trimEnd()}\n`);
  await ports.write({ scope, name, file: PACKAGE_FILE }, before, manifest);
  return done(words.artifactAdded(kind, id, name));
}

const MOST_LISTED = 100;

async function listSkills(input: z.infer<typeof ListInput>, ports: AuthoringPorts): Promise<Authored> {
  const { skills, problems } = await ports.list();
  const keywords = (input.search ?? "").toLowerCase().split(/\s+/);
  const fitting = skills
    .map(({ name, description, version, source, file, fields }) => {
      const tags = z.array(z.string()).safeParse(fields["tags"]).data ?? [];
      return { name, description, version, source, enabled: !ports.isOff(name), tags, file };
    })
    .filter(({ source }) => input.source === undefined || source === input.source)
    .filter(({ enabled }) => input.enabled === undefined || enabled === input.enabled)
    .filter(({ tags }) => (input.tags ?? []).every((tag) => tags.includes(tag)))
    .filter(({ name, description }) => keywords.every((word) => `${name} ${description}`.toLowerCase().includes(word)));
  const more = Math.max(0, fitting.length - MOST_LISTED);
  const told = { skills: fitting.slice(0, MOST_LISTED), ...(more > 0 && { more }), problems: problems.slice(0, 20) };
  return done(JSON.stringify(told, null, 1));
}

/** Looks in the given scope, or in all scopes. */
async function find(
  ports: AuthoringPorts,
  name: string,
  wanted: Scope | undefined,
): Promise<{ scope: Scope; text: string } | undefined> {
  for (const scope of wanted === undefined ? SCOPES : [wanted]) {
    const text = await ports.read({ scope, name, file: FILE });
    if (text !== undefined) return { scope, text };
  }
  return undefined;
}

/** Replaces a skill.toml that exists: without a SKILL.md it did not belong to a skill. */
async function writePackage(ports: AuthoringPorts, scope: Scope, name: string, text: string): Promise<void> {
  const path = { scope, name, file: PACKAGE_FILE };
  await ports.write(path, await ports.read(path), text);
}

/** The artifacts that are on the disk. */
function artifactsOf(ports: AuthoringPorts, scope: Scope, name: string): (path: string) => Promise<string | undefined> {
  return (path) => ports.read({ scope, name, file: path });
}

function missing(name: string): Authored {
  return failed(words.notChangeable(name));
}

function done(output: string): Authored {
  return { ok: true, output };
}

function failed(output: string): Authored {
  return { ok: false, output };
}
