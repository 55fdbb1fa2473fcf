import { test } from "vitest";
import { readFileSync } from "node:fs";
import { openWindow } from "./window.ts";
test("throwaway window", async () => {
  for (const theme of ["dark", "light", "high-contrast"] as const) {
  const w = await openWindow({ theme });
  const cls = async () => process.stderr.write(await w.page.evaluate(() => { const m = document.querySelector(".monaco-workbench"); return /vs\S* vscode-theme\S+/.exec(m?.className ?? "")?.[0] ?? "none" }) + "\n");
  await cls();
  const c = await w.composer(); 
  await cls();
  await w.reload(); await cls(); await w.composer(); await cls();
  process.stderr.write(readFileSync(w.server.data + "/user/User/settings.json", "utf8").replaceAll("\n", "") + "\n");
  await w.screenshot("zz-" + theme);
  await w.close();
  }
}, 200000);
