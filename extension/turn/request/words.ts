// What Galley says about the contents of a request: what it omits or changes, and why.
import type { CommandSystem } from "../../tools/shell-kind.ts";

// Why something is not in the request
export const notTrusted = "not read; this workspace is not trusted";
export const projectSkills = "project skills";
export const memoriesOf = (scope: string): string => `${scope} memories`;
export const atLine = (line: number, reason: string): string => `line ${line}: ${reason}`;
export const moreThanFit = (count: number, limit: string): string => `${count} more than fit into ${limit} tokens`;
export const fileTooLarge = (bytes: number): string => `it is too large (${Math.ceil(bytes / 1024)} KB)`;
export const notText = "it is not text";
export const tooManyGlobs = (most: number, longest: number): string =>
  `applyTo has more than ${most} patterns, or one with more than ${longest} characters`;

// The system and its shell: a model that assumes another one makes mistakes
export const systemOf = ({ platform, kind, path }: CommandSystem): string =>
  `System: ${systemNames[platform] ?? platform}. Commands run in ${shellNames[kind] ?? path.slice(path.lastIndexOf("/") + 1)}.`;
const systemNames: Partial<Record<NodeJS.Platform, string>> = { linux: "Linux", darwin: "macOS", win32: "Windows" };
const shellNames: Partial<Record<CommandSystem["kind"], string>> = {
  "git-bash": "Git Bash",
  pwsh: "PowerShell 7",
  "windows-powershell": "Windows PowerShell 5.1",
};

// A chip that the model does not take as it is
export const sentDifferently = (name: string, why: string): string => `${name} is sent in a different form: ${why}.`;

// Skills that are not read
export const otherSkills = "other skills";
export const moreProblems = (count: number): string => `${count} more are not read; see the Skills view`;

// A profile that cannot be used
export const badProfile = (name: string, place: string, reason: string): string =>
  `Could not use the profile ${name} (${place}: ${reason}). Fix the file, or select another profile.`;

// The model that a command file names
export const modelOfWorkspace = (model: string): string =>
  `The command file names the model ${model}. Galley does not follow a model that a workspace names.`;
export const modelNotSetUp = (model: string, answers: string): string =>
  `The command file names the model ${model}, which is not set up. ${answers} answers.`;
export const modelBesideAgent = (model: string, answers: string): string =>
  `The command file names the model ${model}, but an agent keeps this conversation. ${answers} answers.`;
export const skillOfWorkspace = (skill: string, model: string, answers: string): string =>
  `The skill ${skill} prefers the model ${model}. Galley does not follow a model that a workspace names. ${answers} answers.`;
export const skillModelNotSetUp = (skill: string, model: string, answers: string): string =>
  `The skill ${skill} prefers the model ${model}, which is not set up. ${answers} answers.`;
export const skillBesideAgent = (skill: string, model: string, answers: string): string =>
  `The skill ${skill} prefers the model ${model}, but an agent keeps this conversation. ${answers} answers.`;
export const skillModelAnswers = (skill: string, model: string): string =>
  `${model} answers this message, as the skill ${skill} prefers.`;
export const modelAnswers = (model: string): string => `${model} answers this message, as the command file says.`;

// A command of another extension that returns no usable parts
export const runsWhenSent = (command: string): string =>
  `${command} belongs to another extension, which adds its parts when you send the message.`;
export const runFailed = (command: string, reason: string): string =>
  `${command} of another extension failed: ${reason}. Try again, or remove the command.`;
export const ranTooLong = (command: string, seconds: number): string =>
  `${command} of another extension did not answer within ${seconds} seconds. Try again, or remove the command.`;
export const notParts = (command: string, problem: string): string =>
  `${command} of another extension returned something that Galley cannot send: ${problem}. Report it to the extension's author.`;
export const noCommands = "a command or a skill is not allowed";
export const noParts = (command: string): string =>
  `${command} of another extension returned nothing to send. Try other arguments, or remove the command.`;
export const tooManyParts = (command: string): string =>
  `${command} of another extension returned more than a message can hold. Try other arguments, or remove the command.`;
