// Files that hold keys and passwords, by their names: nothing of them goes anywhere unasked.

const NAMES =
  /^(?:\.env(?:\..+)?|\.envrc|\.npmrc|\.netrc|_netrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|credentials(?:\.json)?|secrets?\.(?:json|ya?ml|toml)|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$/i;

/** Templates of such files have no secrets. */
const TEMPLATES = /\.(?:example|sample|template|dist)$/i;

export function isSecretFile(path: string): boolean {
  const name = path.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return NAMES.test(name) && !TEMPLATES.test(name);
}
