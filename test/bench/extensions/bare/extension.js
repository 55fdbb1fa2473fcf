// The floor of a panel: a webview view with a textarea, which says when it was painted.
const { randomBytes } = require("node:crypto");
const vscode = require("vscode");

exports.activate = (context) => {
  const provider = { resolveWebviewView };
  const webviewOptions = { retainContextWhenHidden: true };
  context.subscriptions.push(vscode.window.registerWebviewViewProvider("bare.view", provider, { webviewOptions }));
};

function resolveWebviewView({ webview }) {
  const nonce = randomBytes(16).toString("base64");
  webview.options = { enableScripts: true, localResourceRoots: [] };
  webview.html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'">
<title>Bare</title>
</head>
<body>
<textarea aria-label="Message"></textarea>
<script nonce="${nonce}">
document.querySelector("textarea").focus();
requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("bare:usable")));
</script>
</body>
</html>
`;
}
