// What Galley says while a skill runs: to the model before each step, and to the user about steps and ends.

// A skill that a model loads
export const notUsed = (skill: string, problem: string): string => `Could not use the skill ${skill}: ${problem}`;
export const loaded = (skill: string): string => `The model loaded ${skill}.`;

// The plan of a skill that leaves its stages to a model
export const planning = "Planning skill steps…";
export const planSystem = [
  "You decide how a skill is carried out. Read its approach and answer with one JSON object and nothing else:",
  '{"stages": [{"name": "…", "tools": ["…"]}, …]} when the approach has steps that follow each other,',
  '{"tools": ["…"]} when it is one loop. Use only tools of the list, and only those that are needed.',
].join("\n");
export const planQuestion = (approach: string, tools: readonly string[]): string =>
  `# Approach\n\n${approach}\n\n# Tools\n\n${tools.join("\n")}`;

// What the model reads before the skill and before each stage
export const skillHead = (skill: string): string => `The skill ${skill}:`;
export const stageTitle = (number: number, count: number, name: string): string =>
  `Stage ${number} of ${count}: ${name}`;
export const stageLine = (title: string, skill: string, tools: readonly string[]): string =>
  `${title}, of the skill ${skill}. Tools for it: ${tools.length === 0 ? "no tools" : tools.join(", ")}. When it is done, answer without a tool call.`;
export const approach = (text: string): string => `Its approach:\n${text}`;
export const interruptHead = (tool: string): string => `Call the ${tool} tool in these cases, and wait for the user:`;
export const interruptLine = (name: string, question: string): string =>
  question === "" ? `- ${name}` : `- ${name}: ${question}`;
export const budgetLine = (calls: number): string => `It can make ${calls} tool calls in total.`;
export const outputLine = (schema: string): string =>
  `The answer must be JSON and nothing else, by this schema: ${schema}`;

// A call that must not run
const onlyThese = (tools: readonly string[]): string => (tools.length === 0 ? "no tool" : `only ${tools.join(", ")}`);
export const notInSkill = (skill: string, tools: readonly string[]): string =>
  `Not run: the skill ${skill} may use ${onlyThese(tools)}.`;
export const notInStage = (stage: string, skill: string, tools: readonly string[]): string =>
  `Not run: stage ${stage} of the skill ${skill} may use ${onlyThese(tools)}.`;
export const overBudget = (skill: string, calls: number): string =>
  `Not run: the skill ${skill} reached its limit of ${calls} tool calls.`;

// A question to the user
export const needsInput = (skill: string, interrupt: string): string =>
  `${skill} needs your input (${interrupt}). What should it do?`;
export const unknownInterrupt = (name: string): string => `Unknown interrupt ${name}.`;
export const questionNotShown = "The question was not shown.";
export const stoppedUnanswered = "The user stopped the turn without answering.";
export const declined = "The user declined to answer.";

export const cannotAsk = (skill: string, interrupt: string): string =>
  `${skill} cannot ask its question (${interrupt}) here, because this model cannot call tools. Select a model that can, or add a condition (when) to the question in skill.toml.`;

// Output that does not match the schema
export const noJson = "It contains no JSON.";
export const valueFault = (path: string, message: string): string => (path === "" ? message : `${path}: ${message}`);
export const answerAgain = (fault: string, schema: string): string =>
  `That does not match the schema: ${fault} Answer again. ${outputLine(schema)}`;
export const askingAgain = "The output does not match the schema. Asking the model again…";

// How a skill ended
export const spent = (skill: string, calls: number): string =>
  `${skill} stopped: it reached its limit of ${calls} tool calls. Try again, or raise the limit in the skill.`;
export const unanswered = (skill: string, interrupt: string): string =>
  `${skill} stopped: its question (${interrupt}) was not answered.`;
export const outputMismatch = (skill: string, fault: string): string =>
  `${skill} failed: its output does not match the schema (${fault}). Try again, or change the schema in the skill.`;
export const outputMatches = (skill: string): string => `${skill} finished. Its output matches the schema.`;
export const cutOff = (skill: string, stage: string | undefined): string =>
  `${skill} is not finished: the answer reached the model's length limit${stage === undefined ? "" : ` in ${stage}`}. Ask for less at a time, or select a model with a longer output.`;
export const requestLimit = (skill: string, stage: string | undefined): string =>
  `${skill} is not finished: the agent reached its request limit for one turn${stage === undefined ? "" : ` in ${stage}`}. Run the skill again with less to do, or raise the limit in the agent.`;
export const notAllStages = (skill: string, stage: string | undefined): string =>
  `${skill} failed: the model called a tool that it does not have${stage === undefined ? "" : ` in ${stage}`}.`;
export const endedWith = (skill: string, why: string): string => `${skill} ended early. ${why}`;
export const stopped = (skill: string): string => `You stopped ${skill}.`;
export const modelFailed = (skill: string): string => `${skill} failed: the model returned an error.`;
export const interrupted = (skill: string): string => `${skill} was interrupted.`;
export const finished = (skill: string): string => `${skill} finished.`;

// An inner skill that returns to the outer one, or to the turn of the model that loaded it
export const back = (inner: string, outer: string | undefined): string =>
  outer === undefined ? inner : `${inner} Continuing with ${outer}.`;
export const backForModel = (inner: string, fault: string | undefined, outer: string | undefined): string =>
  [
    fault === undefined
      ? `The skill ${inner} is done. Your last answer is its result.`
      : `The skill ${inner} ended without a result. ${fault}`,
    outer === undefined
      ? "Continue with the user's request; the tools of this conversation are available again."
      : `Continue with the skill ${outer}.`,
  ].join(" ");
