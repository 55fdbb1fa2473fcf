// What Galley says about MCP servers: to the user, to the model that calls their tools, and to the servers.

// A server that failed, or needs a sign-in
export const serverFailed = (name: string, reason: string): string => `MCP server ${name} failed: ${reason}.`;
export const signInRequired = (name: string, failed: string | undefined): string =>
  `MCP server ${name} requires sign-in${failed === undefined ? "" : `: ${failed}`}.`;

// Why a server cannot be used: follows its name
export const isOff = (why: string | undefined): string => (why === undefined ? "is stopped" : `is not running: ${why}`);
export const isStarting = "is starting";
export const hasFailed = (reason: string): string => `failed: ${reason}`;
export const needsSignIn = "requires sign-in";
export const cannotUse = (name: string, why: string): string => `MCP server ${name} ${why}`;

// The prompt of a server, as a command
export const promptOf = (server: string): string => `Prompt from ${server}`;
export const promptNotRead = (reason: string): string => `Could not get the prompt: ${reason}.`;
export const promptInvalid = (server: string): string =>
  `Could not get the prompt: ${server} returned an invalid result.`;
export const promptEmpty = (server: string): string => `Could not get the prompt: ${server} returned nothing.`;

// Why a prompt or a resource cannot be read
export const reported = (server: string, reason: string): string => `${server} reported: ${reason}`;
export const serverRemoved = "its MCP server is not configured";
export const resourceInvalid = (server: string): string => `${server} returned an invalid resource`;
export const resourceEmpty = (server: string): string => `${server} returned no readable content`;

// Attachments from a prompt or a resource that have no name
export const picture = "picture";
export const sound = "sound";
export const unnamedResource = "resource";

// A server asks for an answer of the model
export const sendPrompt = (server: string, model: string): string => `${server} wants to send this prompt to ${model}`;
export const sendAnswer = (server: string): string => `Send this answer to ${server}?`;
export const systemPart = (text: string): string => `System: ${text}`;
export const userPart = (text: string): string => `User: ${text}`;
export const assistantPart = (text: string): string => `Assistant: ${text}`;
export const imagePart = (mime: string): string => `[image: ${mime}]`;

// A server asks the user to open a page
export const openPage = (server: string): string => `${server} wants to open a page in your browser`;
export const completePage = (server: string): string =>
  `Complete the ${server} request in your browser, then select Continue.`;

// What a server is told when Galley or the user declines its request
export const samplingUnsupported =
  "unsupported sampling request: only text and images within the size limit are accepted";
export const declined = "the user declined";
export const answerDeclined = "the user declined to share the answer";
export const noAnswer = (reason: string): string => `the model did not answer: ${reason}`;
export const formRequestInvalid = "the form request is invalid";
export const formInvalid = "the form is invalid";
export const formTooLong = (most: number): string => `its form has more than ${most} fields`;
export const fieldUnsupported = (name: string): string => `the form has an unsupported field: ${name}`;
export const onlyWebLinks = "only http and https links can be opened";

// The approval of a tool call
export const useTool = (tool: string, server: string): string => `Use ${tool} from ${server}`;
export const destructive = "The server marks this tool as destructive.";
export const searchTools = (query: string): string => `Search tools: ${query}`;
export const listSkills = "List skills";
export const write = (paths: readonly string[]): string => `Write ${paths.join(" and ")}`;

// The progress of a tool call
export const progress = (done: number, total: number): string => `${done} of ${total}`;

// Why a tool is not loaded
export const malformed = "it is malformed";
export const nameInvisible = "its name contains invisible characters";
export const inputNotObject = "its input is not an object";
export const argumentsNotObject = "its arguments are not an object";
export const argumentUnsupported = (name: string): string => `its argument "${name}" has an unsupported name`;
export const argumentsTooDeep = "its arguments are nested too deeply";
export const schemaTooLarge = "its input schema is too large";

// What the model reads when a tool call does not succeed
export const stopped = "Stopped by the user.";
export const inputInvalid = (tool: string): string => `Could not call ${tool}: the input must be an object.`;
export const toolChanged = (tool: string): string =>
  `Could not call ${tool}: the server changed the tool's description. Call it again so that the user can review it.`;
export const toolServerRemoved = (tool: string, server: string): string =>
  `Could not call ${tool}: MCP server ${server} is no longer configured.`;
export const toolServerOff = (tool: string, server: string, why: string): string =>
  `Could not call ${tool}: MCP server ${server} ${why}.`;
export const toolRemoved = (tool: string): string => `${tool} is no longer available from its server.`;
export const toolFailed = (tool: string, reason: string): string => `${tool} failed: ${reason}`;
export const resultInvalid = (tool: string): string => `${tool} returned an invalid result.`;
export const pageWithoutUrl = "it asked to open a page without a URL";
export const pageNotWeb = "it asked to open a URL that is not a web URL";
export const pageNotCompleted = "the user did not complete the page";

// What the model reads of the content of a result, a prompt or a resource
export const noOutput = (tool: string): string => `${tool} returned no output.`;
export const unreadable = "[unreadable content]";
export const moreItems = (count: number): string => `[${count} more items omitted]`;
export const moreCharacters = (count: number): string => `[${count} more characters omitted]`;
export const resource = (uri: string, about = ""): string => `Resource: ${uri}${about === "" ? "" : ` (${about})`}`;
export const aPicture = "a picture";
export const aSound = "a sound";
export const pictureOf = (tool: string): string => `${tool} picture`;
export const bytes = (name: string, mime: string, size: string, isShown: boolean): string =>
  `[${name}: ${mime}, ${size}${isShown ? "" : ", not shown"}]`;

// What the model reads of a search for tools
export const queryMissing = 'find_tools requires a "query".';
export const noneFound = (query: string): string => `No tools match "${query}". Try other keywords.`;
export const found = (tools: string): string => `You can call these now:\n${tools}`;

// What the model reads of Galley's own server
export const notForAgents = (tool: string, permission: string, pattern: string): string =>
  `Not allowed: ${tool} needs a permission of the user, and this server cannot ask for it. Ask the user to do it in Galley, or to allow it with a rule in the setting galley.tools.rules: ${JSON.stringify({ permission, pattern, action: "allow" })}.`;
export const unknownTool = (name: string): string => `Unknown tool ${name}.`;
export const notWritten = (path: string, reason: string): string => `Could not write ${path}: ${reason}.`;
export const written = (paths: readonly string[]): string => `Written: ${paths.join(", ")}`;
