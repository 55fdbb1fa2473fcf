// The HTML of Galley's pages: style and first script inline, one more script, a policy that allows nothing else.

export interface PageSources {
  view: "panel" | "sidecar" | "editor" | "inspector" | "try";
  nonce: string;
  /** `webview.cspSource`. */
  cspSource: string;
  /** The text of the style sheet, and of the script that runs at once. */
  style: string;
  first: string;
  /** The address of main.js, and the addresses of the files that main.js imports. */
  main: string;
  imports: readonly string[];
  /** Enter alone sends a message; otherwise it breaks the line. */
  enterSends: boolean;
}

/** What main.js imports: without the list, the page would ask for it only when it has main.js. */
export const MAIN_IMPORTS = ["chunks/host.js"];

export function pageHtml({ view, nonce, cspSource, style, first, main, imports, enterSends }: PageSources): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src ${cspSource} data:`,
    `font-src ${cspSource}`,
  ].join("; ");
  // The sidecar is an `aside`, which may be inside a `main` but must not contain one.
  const place = view === "sidecar" ? "main" : "div";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" nonce="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Galley</title>
<style nonce="${nonce}">${style}</style>
${imports.map((address) => `<link rel="modulepreload" nonce="${nonce}" href="${address}">`).join("\n")}
</head>
<body data-view="${view}" data-enter="${enterSends ? "sends" : "breaks"}">
<${place} id="galley"></${place}>
<script nonce="${nonce}" data-main="${main}">${first}</script>
</body>
</html>
`;
}
