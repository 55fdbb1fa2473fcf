// A file system in memory, as extensions for other places have one: `galley-memory:/docs` holds two files.
const vscode = require("vscode");

exports.activate = (context) => {
  const changed = new vscode.EventEmitter();
  const files = new Map([
    ["/docs/guide.md", Buffer.from("# Guide\nKept in memory.\n")],
    ["/docs/deep/notes.md", Buffer.from("Notes\n")],
  ]);
  const isFolder = (path) => [...files.keys()].some((file) => file.startsWith(`${path}/`));
  const missing = (uri) => vscode.FileSystemError.FileNotFound(uri);
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat(uri) {
      const bytes = files.get(uri.path);
      if (bytes) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length };
      if (isFolder(uri.path)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      throw missing(uri);
    },
    readDirectory(uri) {
      const below = [...files.keys()].filter((file) => file.startsWith(`${uri.path}/`));
      const names = new Set(below.map((file) => file.slice(uri.path.length + 1).split("/")[0]));
      return [...names].map((name) => [
        name,
        files.has(`${uri.path}/${name}`) ? vscode.FileType.File : vscode.FileType.Directory,
      ]);
    },
    readFile(uri) {
      const bytes = files.get(uri.path);
      if (!bytes) throw missing(uri);
      return bytes;
    },
    writeFile(uri, bytes) {
      files.set(uri.path, bytes);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    createDirectory: () => undefined,
    delete: (uri) => void files.delete(uri.path),
    rename() {
      throw vscode.FileSystemError.NoPermissions();
    },
  };
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("galley-memory", provider));
};
