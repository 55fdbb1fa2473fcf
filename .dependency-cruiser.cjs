// The import table: what each folder may import. A line that is missing here is an import that is refused.

/** Files that say something of themselves begin alike in three folders. */
const FRONT_MATTER = "^extension/compose/(front|loose)-matter\\.ts$";

/** What an author or a model wrote is looked at for a limited time. */
const IN_TIME = "^extension/disk/within\\.ts$";

/** Programs of others begin and end alike in two folders. */
const PROCESSES = "^extension/disk/process/(plain-environment|end-group|find-program|machine)\\.ts$";

/** A file is replaced in one way wherever that happens. */
const WHOLE_FILES = "^extension/disk/write/replace-file\\.ts$";

/** Whether two paths are one is decided in one place. */
const SAME_PATHS = "^extension/disk/places/same-path\\.ts$";

/** So is a rename that another program delays. */
const RENAMES = "^extension/disk/write/rename-over\\.ts$";

/** What the stories of a turn, a preview and a pipeline are told with. */
const core = [
  ...[
    "message",
    "text",
    "stream",
    "providers",
    "protocol",
    "acquire",
    "compose",
    "persist",
    "assemble",
    "lower",
    "send",
  ],
  ...["tools", "memory", "skills", "mcp", "acp"],
];

/** Folders of extension/ and the folders each may import; `types` may be imported as types only. */
const folders = {
  message: {},
  text: { folders: ["message"], types: ["protocol"] },
  stream: { folders: ["message"] },
  providers: { folders: ["message", "text"] },
  protocol: { folders: ["message"] },
  acquire: { folders: ["message", "text"] },
  compose: { folders: ["message", "text"], types: ["acquire"] },
  persist: { folders: ["message", "text"], alsoFrom: RENAMES, node: true },
  assemble: { folders: ["message", "text", "providers"], types: ["compose"] },
  lower: {
    folders: ["message", "text", "providers"],
    types: ["assemble"],
    alsoFrom: "^extension/assemble/context\\.ts$",
  },
  send: { folders: ["message", "text", "stream", "providers"], types: ["lower"] },
  disk: {
    folders: ["message", "text", "stream"],
    types: ["acquire", "tools", "assemble"],
    alsoFrom: "^extension/(acquire/(slice|folder)|assemble/templates/template)\\.ts$",
    node: true,
  },
  tools: { folders: ["message", "text", "stream"], node: true },
  apply: { folders: ["message", "text", "stream"] },
  memory: {
    folders: ["message", "text"],
    types: ["tools"],
    alsoFrom: `${FRONT_MATTER}|${WHOLE_FILES}|${SAME_PATHS}`,
    node: true,
  },
  skills: { folders: ["message", "text"], types: ["compose", "tools"], alsoFrom: `${FRONT_MATTER}|${IN_TIME}` },
  mcp: {
    folders: ["message", "text", "stream", "tools", "skills"],
    types: ["compose"],
    alsoFrom: PROCESSES,
    node: true,
  },
  acp: {
    folders: ["message", "text", "stream"],
    types: ["compose", "lower", "send", "tools", "mcp"],
    alsoFrom: PROCESSES,
    node: true,
  },
  turn: { folders: [...core, "pipelines"], node: true },
  preview: { folders: [...core, "turn"], node: true },
  pipelines: { folders: [...core, "apply", "turn"], node: true },
  cli: {
    folders: [
      ...["message", "text", "providers", "acquire", "compose", "persist", "assemble", "lower", "send"],
      ...["turn", "pipelines", "disk", "tools", "memory", "skills", "mcp"],
    ],
    node: true,
  },
};

/** Of extension/host: what every feature may import besides its own files. */
const SHARED = "window|files|settings";

/** As it is written, or where its types are found. */
const vscode = "^vscode$|@types/vscode/";

const folderRules = Object.entries(folders).flatMap(
  ([folder, { folders: allowed = [], types = [], alsoFrom, node = false }]) => {
    const from = { path: `^extension/${folder}/` };
    const own = `^extension/(${[folder, ...allowed].join("|")})/`;
    const asValue = [own, ...(alsoFrom ? [alsoFrom] : [])];
    const asType = [`^extension/(${[folder, ...allowed, ...types].join("|")})/`, ...asValue];
    return [
      {
        name: `${folder}-imports-only-its-table-row`,
        comment: `extension/${folder} may import ${[...allowed, ...types.map((name) => `${name} (types)`)].join(", ") || "no other folder"}`,
        severity: "error",
        from,
        to: { path: "^(extension|webview|test|scripts)/", pathNot: asType },
      },
      {
        name: `${folder}-takes-earlier-stages-as-types`,
        severity: "error",
        from,
        to: { path: `^extension/(${types.join("|") || "-"})/`, pathNot: asValue, dependencyTypesNot: ["type-only"] },
      },
      { name: `${folder}-never-imports-vscode`, severity: "error", from, to: { path: vscode } },
      ...(node ? [] : [{ name: `${folder}-is-pure`, severity: "error", from, to: { dependencyTypes: ["core"] } }]),
    ];
  },
);

const only = (name, path, to, allowedFrom) => ({ name, severity: "error", from: { path, pathNot: allowedFrom }, to });

module.exports = {
  forbidden: [
    ...folderRules,
    { name: "no-circles", comment: "types included", severity: "error", from: {}, to: { circular: true } },
    {
      name: "features-do-not-import-each-other",
      comment: "what a feature needs of another is in its needs, and wiring.ts gives it",
      severity: "error",
      from: { path: "^extension/host/([^/]+)/", pathNot: `^extension/host/(${SHARED})/` },
      to: { path: "^extension/host/", pathNot: `^extension/host/($1|${SHARED})/` },
    },
    {
      name: "shared-folders-import-no-feature",
      severity: "error",
      from: { path: `^extension/host/(${SHARED})/` },
      to: { path: "^extension/host/", pathNot: `^extension/host/(${SHARED})/` },
    },
    only(
      "wiring-is-imported-by-main-only",
      "^extension/",
      { path: "^extension/host/wiring\\.ts$" },
      "^extension/host/main\\.ts$",
    ),
    {
      name: "nothing-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(vscode|svelte/)" },
    },
    only("host-is-imported-by-nobody", "^(extension|webview)/", { path: "^extension/host/" }, "^extension/host/"),
    only(
      "envelopes-to-the-panel-at-the-edge-only",
      "^extension/",
      { path: "^extension/protocol/to-webview\\.ts$" },
      "^extension/host/",
    ),
    only("vscode-in-host-only", "^(extension|webview)/", { path: vscode }, "^extension/host/"),
    only("message-imports-zod-only", "^extension/(message|text|providers|protocol)/", {
      path: "node_modules/",
      pathNot: "node_modules/zod/",
    }),
    only("webview-sees-message-text-and-protocol-only", "^webview/", {
      path: "^extension/",
      pathNot: "^extension/(message|text|protocol)/",
    }),
    only("editor-has-no-svelte", "^webview/editor/", {
      path: "(^svelte|node_modules/svelte/|\\.svelte$|\\.svelte\\.ts$)",
    }),
    only("toolkit-behind-ui", "^webview/", { path: "webview-ui-toolkit" }, "^webview/ui/"),
    only("no-undici", "^(extension|webview)/", { path: "undici" }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    includeOnly: "^(extension|webview)/|node_modules|^vscode$|^(node:)?[a-z_/]+$",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "svelte", "node", "default", "types"],
    },
  },
};
