// The provider's own sentence, from the shapes in which providers wrap it.

const MOST_CHARACTERS = 300;

export function wordsOf(body: string): string {
  const text = sentenceIn(body);
  const found = (/<html/i.test(text) ? withoutTags(text) : text).replace(/\s+/g, " ").trim();
  return found.length > MOST_CHARACTERS ? `${found.slice(0, MOST_CHARACTERS - 1)}…` : found;
}

/** Of a web page; empty if it has none. */
export function titleOf(page: string): string {
  const title = /<title[^>]*>([^<]{0,200})/i.exec(page)?.[1] ?? "";
  return title.replace(/\s+/g, " ").trim();
}

/** What an error says of its kind, `type` and `code`: "throttling_error 429". The innermost object decides. */
export function kindIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const inner = "error" in error ? kindIn(error.error) : undefined;
  const named = ["type", "code"].map((name): unknown => Reflect.get(error, name));
  const told = named.filter((name) => (typeof name === "string" && name !== "error") || typeof name === "number");
  return inner ?? (told.length === 0 ? undefined : told.join(" "));
}

/** Of an error in JSON; empty if it says none. */
export function kindOf(body: string): string {
  try {
    return kindIn(JSON.parse(body)) ?? "";
  } catch {
    return "";
  }
}

function withoutTags(page: string): string {
  return page.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
}

function sentenceIn(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body; // Not JSON: the body is the message.
  }
  return found(value, 0);
}

/** Where the sentence may be, the likeliest first. */
const NAMES = ["error", "errors", "message", "detail", "msg", "error_description"];
const MOST_DEPTH = 6;

function found(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth > MOST_DEPTH) return "";
  if (Array.isArray(value)) {
    const [first] = value as unknown[];
    return found(first, depth + 1);
  }
  const behind = wordsBehind(value);
  if (behind !== "") return behind;
  for (const name of NAMES) {
    const words = name in value ? found(Reflect.get(value, name), depth + 1) : "";
    if (words !== "") return name === "msg" ? withPlace(value, words) : words;
  }
  return "";
}

/** OpenRouter says only that a provider failed, and puts beside it what that provider said. */
function wordsBehind(value: object): string {
  const metadata: unknown = Reflect.get(value, "metadata");
  const raw: unknown = typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "raw") : undefined;
  return typeof raw === "string" ? sentenceIn(raw) : "";
}

/** Mistral and other servers say which field they mind in a list beside the sentence. */
function withPlace(value: object, words: string): string {
  const loc: unknown = Reflect.get(value, "loc");
  return Array.isArray(loc) && loc.length > 0 ? `${loc.join(".")}: ${words}` : words;
}
