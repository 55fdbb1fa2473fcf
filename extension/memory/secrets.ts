// Finds text that looks like a secret: memories are plain files and go to models, so they must not contain one.
import * as words from "./words.ts";

interface Shape {
  kind: string;
  shape: RegExp;
}

/** Keys with a recognizable form. */
const KNOWN: readonly Shape[] = [
  { kind: words.secrets.privateKey, shape: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/ },
  { kind: words.secrets.anthropic, shape: /\bsk-ant-[\w-]{16,}/ },
  { kind: words.secrets.sk, shape: /\bsk-(?=[\w-]{0,80}\d)[\w-]{20,}/ },
  { kind: words.secrets.google, shape: /\bAIza[\w-]{30,}/ },
  { kind: words.secrets.gitHub, shape: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/ },
  { kind: words.secrets.gitLab, shape: /\bgl[a-z]{2,5}-[\w-]{20,}/ },
  { kind: words.secrets.npm, shape: /\bnpm_[A-Za-z0-9]{30,}/ },
  { kind: words.secrets.huggingFace, shape: /\bhf_[A-Za-z0-9]{30,}/ },
  { kind: words.secrets.groq, shape: /\bgsk_[A-Za-z0-9]{30,}/ },
  { kind: words.secrets.slack, shape: /\bxox[abeoprs]-[\w-]{10,}|\bhooks\.slack\.com\/services\/\w+\/\w+\/\w{16,}/ },
  { kind: words.secrets.stripe, shape: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/ },
  { kind: words.secrets.aws, shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { kind: words.secrets.jwt, shape: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/ },
];

/** The kind of secret that the text seems to contain, such as "a private key"; `undefined` for ordinary text. */
export function secretIn(text: string): string | undefined {
  const known = KNOWN.find(({ shape }) => shape.test(text));
  if (known !== undefined) return known.kind;
  if (hasPasswordInUrl(text)) return words.secrets.urlPassword;
  if (hasBearer(text)) return words.secrets.bearer;
  return assignedIn(text) ?? (hasRandomToken(text) ? words.secrets.random : undefined);
}

const BEGINS = /^(?:[<$%{[(*…]|x{3}|\.{3}|your[-_]|my[-_]|example|placeholder|changeme|redacted)/i;
const WHOLE = /^(?:pass(?:word)?|secret|token|none|null|nil|undefined|true|false|required|optional|string)[.)\]}]*$/i;

/** A placeholder, or an expression that says where the value comes from. */
function isStandIn(value: string): boolean {
  return (
    BEGINS.test(value) ||
    WHOLE.test(value) ||
    /[()]/.test(value) ||
    /^[.~]?\//.test(value) ||
    /^[a-z_]\w*(?:\.[a-z_]\w*)+$/i.test(value)
  );
}

function hasPasswordInUrl(text: string): boolean {
  const matches = text.matchAll(/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]*:(?<password>[^\s/@]{3,})@/gi);
  return [...matches].some(({ groups }) => !isStandIn(groups?.["password"] ?? ""));
}

function hasBearer(text: string): boolean {
  return [...text.matchAll(/\bbearer\s+(?<token>[\w.~+/-]{20,})/gi)].some(({ groups }) =>
    /\d/.test(groups?.["token"] ?? ""),
  );
}

const ASSIGNED =
  /(?<key>passw(?:or)?d|passwd|passphrase|pwd|(?:client|app|shared)[ _-]?secret|secret[ _-]?(?:access[ _-]?)?key|secret|(?:api|access|auth|account|private)[ _-]?(?:key|token)|(?<=[?&])(?:token|key|sig|signature))["'`]?\s*(?<sign>:=|(?<![=!<>])=(?![=>])|:(?!:)|\bis\b)\s*(?<quote>["'`]?)(?<value>[^\s"'`,;]{4,})/gi;

/** Finds `password = …` and the like. A colon may be punctuation, so a plain word after one is not a value. */
function assignedIn(text: string): string | undefined {
  for (const { groups = {} } of text.matchAll(ASSIGNED)) {
    const { key = "", sign = "", quote = "", value = "" } = groups;
    const isPassword = /^pass|^pwd/i.test(key);
    const isMixed = /\d/.test(value) && /[^\d.:/]/.test(value) && value.length >= 6;
    const isLong = isPassword ? isMixed : isMixed && value.length >= 12 && changeRate(value) >= 0.2;
    const isPlain = isPassword && (sign === "=" || sign === ":=" || quote !== "");
    if (!isStandIn(value) && (isLong || isPlain)) return isPassword ? words.secrets.password : words.secrets.assigned;
  }
  return undefined;
}

const LONG = 32;
const URLS = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>")\]]+/gi;
const UUIDS = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
const CHECKSUMS = /\bsha\d{1,3}[-:=][\w+/=-]+/gi;

/** Ignores links, ids and checksums, which are long but no secrets. */
function hasRandomToken(text: string): boolean {
  const rest = text.replace(URLS, " ").replace(UUIDS, " ").replace(CHECKSUMS, " ");
  return (rest.match(/[A-Za-z0-9+/_-]{32,}/g) ?? []).some(isRandom);
}

function isRandom(token: string): boolean {
  const signs = token.replace(/[^A-Za-z0-9]/g, "");
  if (signs.length < LONG - 4 || /^[0-9a-f]+$/i.test(signs)) return false;
  const digits = signs.replace(/\D/g, "").length;
  return digits >= 3 && changeRate(token) >= 0.35 && new Set(signs).size >= 14;
}

/** How often the kind of character changes: rarely in words with digits, often in random text. */
function changeRate(token: string): number {
  const kinds = (token.match(/[A-Za-z0-9]/g) ?? []).map((sign) =>
    /\d/.test(sign) ? "0" : /[a-z]/.test(sign) ? "a" : "A",
  );
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length / Math.max(1, kinds.length);
}
