// What the kind of a remote window says about its machine. The names are those of `vscode.env.remoteName`.

const IN_DOCKER = ["dev-container", "attached-container"];

/** The disk of the machine goes when the container is rebuilt, except for mounted folders. */
export function isRebuilt(remoteName: string | undefined): boolean {
  return [...IN_DOCKER, "codespaces", "k8s-container"].includes(remoteName ?? "");
}

export type WayToLocal =
  /** The machine that runs Docker has a name in its containers. */
  | { kind: "address"; url: string }
  /** A line for the host in the user's SSH config file. */
  | { kind: "forward"; line: string };

/** How a program on the machine of this window reaches a server on the user's own; `undefined` if no way is known. */
export function wayToLocal(remoteName: string | undefined, port: number): WayToLocal | undefined {
  if (IN_DOCKER.includes(remoteName ?? "")) return { kind: "address", url: `http://host.docker.internal:${port}` };
  if (remoteName === "ssh-remote") return { kind: "forward", line: `RemoteForward ${port} 127.0.0.1:${port}` };
  return undefined;
}
