// The HTML of Galley's pages: one script, one style sheet, a policy that allows nothing else.

export interface PageSources {
  view: "panel" | "sidecar" | "editor" | "inspector" | "try";
  nonce: string;
  /** `webview.cspSource`. */
  cspSource: string;
  script: string;
  style: string;
}

/** Has the measures of the real composer, so that nothing moves when the script takes over. */
const SKELETON = `<div class="skeleton"><div class="skeleton-input"></div></div>`;

export function pageHtml({ view, nonce, cspSource, script, style }: PageSources): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
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
<link rel="stylesheet" href="${style}">
<script type="module" nonce="${nonce}" src="${script}"></script>
</head>
<body data-view="${view}">
<${place} id="galley">${view === "inspector" || view === "try" ? "" : SKELETON}</${place}>
</body>
</html>
`;
}
