// What Galley says about skills: what is wrong with their files and parameters, and what a model reads of them.
import { grouped } from "../text/counted.ts";

// SKILL.md that is not valid
export const badName = "name must have letters or digits";
export const noInstructions = "the file has no instructions after the front matter";
export const nameTaken = (file: string, name: string): string => `${file} already uses the name ${name}`;

// Folders and files that are no skills
export const tooManyFolders = (count: number, most: number): string =>
  `contains ${count} folders; only the first ${most} are read`;
export const tooManyNested = (most: number): string =>
  `contains more than ${most} folders inside other folders; the rest are not read`;
export const fileMissing = (file: string): string => `the folder has no ${file}`;
export const looseFile = (file: string): string =>
  `a skill needs a folder of its own; move this file into a folder, and name it ${file}`;

// SKILL.md whose name is not used as it is
export const nameAsSlug = (written: string, name: string): string =>
  `Galley uses the name ${name}, because the name “${written}” in the file is not one word.`;
export const noDescription =
  "Galley uses the first line of the text as the description, because the file has no description.";
export const nameOfFolder = (name: string): string =>
  `Galley uses the name ${name} of the folder, because the file has no name.`;

// skill.toml that is not valid
export const badToml = "invalid TOML";
export const badContent = "invalid content";
export const duplicateArtifact = (id: string): string => `duplicate artifact ${id}`;
export const outsideFolder = (path: string): string => `${path} is not a file in the skill's folder`;
export const noTemplate = (id: string): string => `PromptTemplate ${id} not found in the artifacts`;
export const neverAsked = (interrupt: string): string =>
  `the question ${interrupt} is never asked, because the skill has no output_schema or tool_call_budget for its condition`;
export const badSchema = (key: string, fault: string): string => `${key} is malformed: ${fault}`;
export const artifactUnreadable = (id: string, reason: string): string =>
  `the artifact ${id} cannot be read: ${reason}`;

// A schema that is not valid
const of = (at: string): string => (at === "" ? "" : ` of ${at}`);
export const schemaNoObject = "it is not an object";
export const schemaTooDeep = "its schemas are nested too deeply";
export const notDefined = (reference: string): string => `${reference} is not defined`;
export const notSchema = (at: string): string => `${at} is not a schema`;
export const notObject = (at: string): string => `${at} is not an object`;
export const notList = (at: string): string => `${at} is not a list`;
export const badType = (type: string, at: string): string => `${type} is not a valid type${of(at)}`;
export const badRequired = (at: string): string => `required${of(at)} is not a list of names`;
export const badEnum = (at: string): string => `enum${of(at)} is not a list`;
export const badPattern = (at: string): string => `pattern${of(at)} is not a valid regular expression`;

// A value that does not match its schema
export const checkTimedOut = "Checking against the schema timed out.";
export const notChecked = "Could not check against the schema.";
export const required = (name: string): string => `“${name}” is required.`;
export const otherType = (wanted: string, is: string): string => `Expected ${wanted}, but found ${is}.`;
export const notOneObject = "Arguments that begin with { must be a single JSON object.";

// A skill that cannot be composed
export const noName = "The skill has no name.";
export const noFraming = "The skill has no framing.";
export const noSchema = "The skill has no parameter schema.";
export const malformedSchema = (fault: string): string => `The parameter schema is malformed: ${fault}.`;
export const toolNotAllowed = (tool: string): string =>
  `The skill requires the tool ${tool}, which is not allowed here.`;
export const cannotAsk = (interrupt: string): string =>
  `The skill cannot ask its question (${interrupt}), because this model cannot call tools. Select a model that can, or add a condition (when) to the question in skill.toml.`;
export const noTools = "The skill requires tools, but none of them are available.";
export const mismatch = "The parameters do not match the skill's schema.";
export const templateInProse = "templates are not rendered here";
export const notRendered = (line: number | undefined, reason: string): string =>
  line === undefined
    ? `Could not render the skill's template: ${reason}.`
    : `Could not render the skill's template in line ${line}: ${reason}.`;
export const unknownTool = (artifact: string, tool: string): string =>
  `${artifact} uses the tool ${tool}, which is not available. Change the skill or the allowed tools.`;
export const overBudget = (tokens: number, budget: number, remove: string): string =>
  `The skill's artifacts need about ${tokens} tokens, but only ${budget} are available. Remove ${remove}.`;

// A tool in the surface of a skill that does not exist
export const noSuchTool = (name: string, nearest: string | undefined): string =>
  nearest === undefined
    ? `tool_surface names ${name}, which is not a tool here. Correct the name, or start the MCP server that provides it.`
    : `tool_surface names ${name}, which is not a tool here. Use ${nearest}.`;

// A skill that the user disabled
export const disabled = (name: string): string =>
  `The skill ${name} is disabled in this workspace. Enable it in the Skills view.`;
export const disabledForModel = (name: string): string => `The user disabled the skill ${name}. Continue without it.`;

// Why an artifact is in a prompt
export const always = "always";
export const framesSkill = "it frames the skill";
export const scopeIs = (scope: string): string => `scope is ${scope}`;
export const isGiven = (parameter: string): string => `${parameter} is given`;
export const hasValue = (parameter: string, value: string): string => `${parameter} is ${value}`;
export const tagsFit = (tags: readonly string[]): string => `tags ${tags.join(", ")}`;

// The prompt of a skill
export const background = "# Background";
export const examples = "# Examples";
export const example = (number: number, body: string): string => `## Example ${number}\n\n${body}`;
export const request = "# Request";
export const parameters = "Parameters:";
export const otherFiles = (folder: string): string => `The other files of this skill are in ${folder}.`;

// Why an always-on skill is not in every request
export const packageNotAlways = "not always on; a skill with a skill.toml is loaded when it is needed";
export const alwaysTooLong = (most: number): string =>
  `not always on; such skills may have ${grouped(most)} characters together`;

// The list of skills in a request
export const catalogHead =
  "Skills: instructions for particular kinds of work, one line each. If one applies, load it with the skill tool before you start.";
export const moreInCatalog = (count: number): string => `${count} more; search them with the skill tool`;

// The tool skill: titles of its calls
export const searchTitle = (search: string): string => `Search skills: ${search}`;
export const loadTitle = (name: string): string => `Load skill ${name}`;

// The tool skill: what the model reads
/** Stored conversations contain this line, and Galley finds loaded skills by it: another text would load them again. */
export const loadedHead = (name: string, version: string): string => `# Skill ${name} (${version})`;
export const nameOrSearch = 'Could not call skill: specify "name" or "search".';
export const notFound = (name: string, near: readonly string[]): string =>
  near.length === 0 ? `Skill ${name} not found.` : `Skill ${name} not found. Available skills:\n${near.join("\n")}`;
export const alreadyLoaded = (name: string): string =>
  `The skill ${name} is already loaded. Its text is above and has not changed.`;
export const alwaysLoaded = (name: string): string =>
  `The skill ${name} is always on. Its text is in the system prompt.`;
export const companions = "Other files, for the read tool:";
export const moreCompanions = (count: number, folder: string): string => `${count} more in ${folder}`;
export const noMatch = (search: string): string => `No skills match “${search}”.`;
export const moreMatches = (count: number): string => `${count} more; use other keywords`;

// The tools that write skills
export const notCalled = (tool: string, problems: string): string => `Could not call ${tool}: ${problems}.`;
export const skillExists = (name: string): string =>
  `A skill named ${name} already exists. Use update_skill, or another name.`;
export const created = (name: string, other: string | undefined): string =>
  other === undefined
    ? `Created the skill ${name}.`
    : `Created the skill ${name}. ${other} has the same name; the one closer to the workspace is used.`;
export const unchanged = (name: string): string => `No changes to ${name}.`;
export const changed = (name: string): string => `Changed the skill ${name}.`;
export const artifactExists = (skill: string, id: string, file: string): string =>
  `${skill} already has an artifact ${id}. Use another ID, or change ${file} with edit.`;
export const artifactAdded = (kind: string, id: string, skill: string): string =>
  `Added the ${kind} ${id} to the skill ${skill}.`;
export const faultAt = (file: string, line: number, reason: string): string => `${file}:${line}: ${reason}`;
export const nothingWritten = (file: string, line: number, reason: string): string =>
  `Nothing was written. ${file}:${line}: ${reason}`;
export const couldNotRun = (problem: string): string =>
  `Nothing was written, because the skill could not run. ${problem}`;
export const fileGone = (path: string): string => `${path} does not exist`;
export const otherFolder = (file: string, name: string, folder: string): string =>
  `Nothing was written. ${file}: its name is ${name}, its folder ${folder}.`;
export const notChangeable = (name: string): string =>
  `Skill ${name} not found in .galley/skills, the only folder that can be changed. See list_skills.`;

// A package that an agent loads
export const boundNames = {
  questions: (names: readonly string[]): string => `its questions (${names.join(", ")})`,
  stages: "its stages",
  tools: "its list of tools",
  budget: "its limit of tool calls",
  schema: "its output schema",
} as const;
export const unheld = (skill: string, bounds: readonly string[]): string =>
  `Could not use the skill ${skill}: Galley cannot hold an agent to ${bounds.join(", ")} outside of its own turn. Ask the user to send /${skill} in Galley.`;
