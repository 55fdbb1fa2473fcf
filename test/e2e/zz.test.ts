import { test } from "vitest";
import { openWindow } from "./window.ts";
test("throwaway window", async () => {
  let t0 = Date.now(); const t = (s: string) => { process.stderr.write(`${Date.now() - t0} ${s}\n`); t0 = Date.now(); };
  const w = await openWindow({ theme: "dark" });
  t("open");
  await w.openFile("src/net/upload.ts", { from: 10, to: 25 }); t("file");
  await w.composer(); t("composer");
  await w.screenshot("zz");
  await w.reload(); t("reloaded");
  await w.composer(); t("composer again");
  await w.screenshot("zz4");
  console.log(w.violations);
  await w.close(); t("close");
});
