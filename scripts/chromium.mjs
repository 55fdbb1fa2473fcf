// Finds the system's Chromium for the tests, or installs it where that is one safe command.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fail } from "./fail.mjs";

/** Of the first row nothing is ever seen, and every page of a test would start them. The rest is Playwright's own list, which this flag replaces. */
const needless = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  "PreconnectToSearch",
];

export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${needless.join(",")}`,
];

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ...["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]
    .filter((name) => process.env[name])
    .map((name) => join(process.env[name], "Google", "Chrome", "Application", "chrome.exe")),
];

/** The path of a Chromium; ends the process with one sentence when there is none and none can be installed. */
export function chromium() {
  const chosen = process.env.GALLEY_CHROMIUM;
  if (chosen && !existsSync(chosen)) fail(`GALLEY_CHROMIUM names ${chosen}, which does not exist.`);
  return (
    chosen ??
    installed() ??
    install() ??
    fail("Chromium was not found: install it, or set GALLEY_CHROMIUM to its path.")
  );
}

function installed() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...places].find((path) => existsSync(path));
}

function install() {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return undefined;
  console.log("Installing Chromium with apt-get …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
  apt("update");
  apt("install", "-y", "--no-install-recommends", "chromium");
  return installed();
}
