// Real agents: where each is found on this machine, and how it is set up to ask a model on loopback.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const arch = process.arch === "arm64" ? "arm64" : "x64";

const PATCH = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-one\n+one, changed\n*** End Patch\n";

/** The program of each, its place in a folder that npm has installed it in, and how it is pointed at the model and made to edit. */
export const realAgents = {
  codex: {
    program: "codex-acp",
    packages: ["@zed-industries/codex-acp"],
    installed: `node_modules/@zed-industries/codex-acp-linux-${arch}/bin/codex-acp`,
    setting: (command, home, url) => ({
      command,
      args: [
        // A name that Codex knows: about any other, it adds a warning to the answer.
        ...['model="gpt-5.2"', 'model_provider="loop"', 'model_providers.loop.name="loop"'],
        ...[`model_providers.loop.base_url="${url}"`, 'model_providers.loop.wire_api="responses"'],
        ...['approval_policy="untrusted"', 'sandbox_mode="danger-full-access"'],
      ].flatMap((line) => ["-c", line]),
      env: { HOME: home, CODEX_HOME: home },
    }),
    edit: () => ({ name: "exec_command", arguments: { cmd: `apply_patch <<'EOF'\n${PATCH}EOF\n` } }),
  },
  opencode: {
    program: "opencode",
    packages: [`opencode-linux-${arch}`],
    installed: `node_modules/opencode-linux-${arch}/bin/opencode`,
    setting: (command, home, url) => ({
      command,
      args: ["acp"],
      env: {
        ...Object.fromEntries(["DATA", "CONFIG", "CACHE", "STATE"].map((kind) => [`XDG_${kind}_HOME`, home])),
        HOME: home,
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          autoupdate: false,
          model: "loop/m",
          small_model: "loop/m",
          permission: { edit: "ask", bash: "ask" },
          provider: {
            loop: {
              npm: "@ai-sdk/openai-compatible",
              name: "loop",
              options: { baseURL: url, apiKey: "none" },
              models: {
                m: {
                  name: "m",
                  attachment: true,
                  tool_call: true,
                  modalities: { input: ["text", "image"], output: ["text"] },
                  limit: { context: 100_000, output: 4_000 },
                },
              },
            },
          },
        }),
      },
    }),
    edit: (folder) => ({
      name: "edit",
      arguments: { filePath: join(folder, "src/a.ts"), oldString: "one", newString: "one, changed" },
    }),
  },
};

/** The path of the agent's program: in a folder of PATH, or installed by npm below one of `roots`. `undefined` if there is none. */
export function findAgent({ program, installed }, roots, path = process.env.PATH ?? "") {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  const places = [...folders.map((folder) => join(folder, program)), ...roots.map((root) => join(root, installed))];
  return places.find((place) => existsSync(place));
}

/** A dot that every decoder takes. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const PICTURE = { part: { type: "file-attachment", name: "dot.png", mime: "image/png", size: 70, data: DOT } };

/** Everything is allowed, and kept in `asked`. */
export const servicesIn = (folder, asked) => ({
  permission: (wish) => {
    asked.push(wish);
    return Promise.resolve("allowed");
  },
  read: (path) => Promise.resolve({ ok: true, value: { text: readFileSync(path, "utf8") } }),
  write: (path, text) => Promise.resolve(writeFileSync(path, text) ?? { ok: true, value: undefined }),
  run: () => Promise.resolve({ ok: false, failure: "nothing runs here" }),
  shownPath: (path) => path.replace(`${folder}/`, ""),
  changed: () => undefined,
});
