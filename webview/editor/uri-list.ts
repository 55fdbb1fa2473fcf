// The URIs in a drop or a paste, as VS Code and browsers write them.

/** VS Code's list first: the common one omits schemes that browsers do not know. */
const TYPES = ["application/vnd.code.uri-list", "text/uri-list"];

/** Those that name a file: an address of the web is pasted as text. */
export function fileUris(data: DataTransfer): string[] {
  return uriList(data).filter((uri) => !/^https?:/i.test(uri));
}

export function uriList(data: DataTransfer): string[] {
  for (const type of TYPES) {
    const lines = data.getData(type).split(/\r?\n/);
    const uris = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
    if (uris.length > 0) return uris;
  }
  return [];
}
