// The import table: what each room may import. A line that is missing here is an import that is refused.

/** Files that say something of themselves begin alike in three rooms. */
const FRONT_MATTER = "^extension/compose/front-matter\\.ts$";

/** What an author or a model wrote is looked at for a limited time. */
const IN_TIME = "^extension/disk/within\\.ts$";

/** Programs of others begin and end alike in two rooms. */
const PROCESSES = "^extension/disk/process/(plain-environment|end-group)\\.ts$";

/** A file is replaced in one way wherever that happens. */
const WHOLE_FILES = "^extension/disk/write/replace-file\\.ts$";

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

/** Rooms of extension/ and the rooms each may import; `types` may be imported as types only. */
const rooms = {
  message: {},
  text: { rooms: ["message"], types: ["protocol"] },
  stream: { rooms: ["message"] },
  providers: { rooms: ["message", "text"] },
  protocol: { rooms: ["message"] },
  acquire: { rooms: ["message", "text"] },
  compose: { rooms: ["message", "text"], types: ["acquire"] },
  persist: { rooms: ["message", "text"], node: true },
  assemble: { rooms: ["message", "text", "providers"], types: ["compose"] },
  lower: {
    rooms: ["message", "text", "providers"],
    types: ["assemble"],
    alsoFrom: "^extension/assemble/context\\.ts$",
  },
  send: { rooms: ["message", "text", "stream", "providers"], types: ["lower"] },
  disk: {
    rooms: ["message", "text", "stream"],
    types: ["acquire", "tools", "assemble"],
    alsoFrom: "^extension/(acquire/(slice|folder)|assemble/templates/template)\\.ts$",
    node: true,
  },
  tools: { rooms: ["message", "text", "stream"], node: true },
  apply: { rooms: ["message", "text", "stream"] },
  memory: { rooms: ["message", "text"], types: ["tools"], alsoFrom: `${FRONT_MATTER}|${WHOLE_FILES}`, node: true },
  skills: { rooms: ["message", "text"], types: ["compose", "tools"], alsoFrom: `${FRONT_MATTER}|${IN_TIME}` },
  mcp: {
    rooms: ["message", "text", "stream", "tools", "skills"],
    types: ["compose"],
    alsoFrom: PROCESSES,
    node: true,
  },
  acp: {
    rooms: ["message", "text", "stream"],
    types: ["compose", "lower", "send", "tools", "mcp"],
    alsoFrom: PROCESSES,
    node: true,
  },
  turn: { rooms: [...core, "pipelines"], node: true },
  preview: { rooms: [...core, "turn"], node: true },
  pipelines: { rooms: [...core, "turn"], node: true },
  cli: {
    rooms: [
      ...["message", "text", "providers", "acquire", "compose", "persist", "assemble", "lower", "send"],
      ...["turn", "disk", "skills", "mcp"],
    ],
    node: true,
  },
};

/** Of extension/host: what every feature may import besides its own files. */
const SHARED = "window|files|settings";

/** As it is written, or where its types are found. */
const vscode = "^vscode$|@types/vscode/";

const roomRules = Object.entries(rooms).flatMap(
  ([room, { rooms: allowed = [], types = [], alsoFrom, node = false }]) => {
    const from = { path: `^extension/${room}/` };
    const own = `^extension/(${[room, ...allowed].join("|")})/`;
    const asValue = [own, ...(alsoFrom ? [alsoFrom] : [])];
    const asType = [`^extension/(${[room, ...allowed, ...types].join("|")})/`, ...asValue];
    return [
      {
        name: `${room}-imports-only-its-table-row`,
        comment: `extension/${room} may import ${[...allowed, ...types.map((name) => `${name} (types)`)].join(", ") || "no other room"}`,
        severity: "error",
        from,
        to: { path: "^(extension|webview|test|scripts)/", pathNot: asType },
      },
      {
        name: `${room}-takes-earlier-stages-as-types`,
        severity: "error",
        from,
        to: { path: `^extension/(${types.join("|") || "-"})/`, pathNot: asValue, dependencyTypesNot: ["type-only"] },
      },
      { name: `${room}-never-imports-vscode`, severity: "error", from, to: { path: vscode } },
      ...(node ? [] : [{ name: `${room}-is-pure`, severity: "error", from, to: { dependencyTypes: ["core"] } }]),
    ];
  },
);

const only = (name, path, to, allowedFrom) => ({ name, severity: "error", from: { path, pathNot: allowedFrom }, to });

module.exports = {
  forbidden: [
    ...roomRules,
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
