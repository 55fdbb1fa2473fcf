// Files nobody should read or change in passing: they hold secrets, or decide what runs.
import { parseGlob } from "./glob-pattern.ts";
import type { Need } from "./tool.ts";

const SECRET = [
  "**/.env*",
  "**/*.{pem,key,p12,pfx,jks,keystore,kdbx,asc,gpg}",
  "**/id_{rsa,dsa,ecdsa,ed25519}*",
  "**/.git/config",
  "**/.git-credentials",
  "**/.{npmrc,pypirc,netrc,pgpass,htpasswd,dockercfg}",
  "**/_netrc",
  "**/.{ssh,aws,gnupg,kube,docker,azure}/**",
  "**/{credentials,secrets}",
  "**/{credentials,secrets}*.{json,yaml,yml,toml,ini,csv,txt,xml}",
  "**/*.tfstate*",
].map(parseGlob);

/** To write one of these is to run something later. */
const POWERFUL = ["**/.git/**", "**/.vscode/**", "**/.galley/**", "**/.{bash,zsh}rc", "**/.{bash_,}profile"].map(
  parseGlob,
);

/** `.env.example` and its like are written to be read. */
const HARMLESS = ["**/.env*.{example,sample,template,dist}", "**/*.pub"].map(parseGlob);

export function isDelicate({ permission, pattern }: Need): boolean {
  if (permission !== "read" && permission !== "outside" && permission !== "write") return false;
  const path = pattern.toLowerCase();
  if (permission === "write" && POWERFUL.some((glob) => glob.matches(path))) return true;
  return SECRET.some((glob) => glob.matches(path)) && !HARMLESS.some((glob) => glob.matches(path));
}
