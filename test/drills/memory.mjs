// A window in which many conversations were opened and closed: what it still holds of them.
import { withWindows } from "../bench/shared/windows.mjs";
import { scriptedProvider } from "./scripted-provider.mjs";

/** What is filled once, such as caches, is full by then. */
const WARM_UPS = 20;
const MB = 1024 * 1024;

/** The memory of the host in MB, before and after. */
export async function memoryDrill(count) {
  const provider = await scriptedProvider();
  const settings = {
    "galley.model": "custom/scripted",
    "galley.tools.rules": [{ permission: "bash", pattern: "*", action: "allow" }],
  };
  const machineSettings = {
    "galley.providers.custom.baseUrl": provider.url,
    "galley.providers.custom.models": [{ id: "scripted", name: "Scripted" }],
  };
  const conversations = { warmUps: WARM_UPS, count };
  const plan = { activate: ["galley.galley"], run: "galley.open", conversations };
  try {
    return await withWindows({ settings, machineSettings, isLean: true, waitMs: 30 * 60_000 }, async (inWindow) => {
      const { before, after } = (await inWindow({ extensions: ["galley"], plan })).conversations;
      return { before: figuresOf(before), after: figuresOf(after) };
    });
  } finally {
    await provider.close();
  }
}

function figuresOf({ heapUsed, external, rss }) {
  return { heap: (heapUsed + external) / MB, resident: rss / MB };
}
