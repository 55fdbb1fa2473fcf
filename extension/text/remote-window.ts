// What the kind of a remote window says about its machine. The names are those of `vscode.env.remoteName`.

/** The disk of the machine goes when the container is rebuilt, except for mounted folders. */
export function isRebuilt(remoteName: string | undefined): boolean {
  return ["dev-container", "attached-container", "codespaces", "k8s-container"].includes(remoteName ?? "");
}

/** How programs of a container reach the machine that runs Docker. */
const DOCKER_HOST = "host.docker.internal";

/** The address that reaches a server on the user's own machine; `undefined` if there is none without a tunnel. */
export function localAddress(remoteName: string | undefined, port: number): string | undefined {
  if (remoteName === "dev-container" || remoteName === "attached-container") return `http://${DOCKER_HOST}:${port}`;
  return undefined;
}
