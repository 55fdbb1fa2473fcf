// The address at which VS Code's page opens a window: its folder, the extensions under development, the tests to run.

/** As VS Code's page wants it: with slashes, and one before the drive letter of Windows. */
export function pagePath(path, platform = process.platform) {
  const slashed = platform === "win32" ? path.replaceAll("\\", "/") : path;
  return slashed.startsWith("/") ? slashed : `/${slashed}`;
}

/** `development` is one folder, in which the extensions lie. */
export function windowUrl(origin, { folder, workspace, development, tests }, platform = process.platform) {
  const payload = [];
  if (development) payload.push(["extensionDevelopmentPath", remoteUri(origin, development, platform)]);
  if (tests) payload.push(["extensionTestsPath", remoteUri(origin, tests, platform)]);
  const url = new URL(origin);
  if (workspace) url.searchParams.set("workspace", pagePath(workspace, platform));
  else if (folder) url.searchParams.set("folder", pagePath(folder, platform));
  else url.searchParams.set("ew", "true");
  if (payload.length) url.searchParams.set("payload", JSON.stringify(payload));
  return url.href;
}

/** Each name is encoded by itself: `#` and `?` are letters of a path like others. */
function remoteUri(origin, path, platform) {
  const names = pagePath(path, platform).split("/").map(encodeURIComponent);
  return `vscode-remote://${new URL(origin).host}${names.join("/")}`;
}
