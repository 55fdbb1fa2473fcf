// Finds the system's Chromium for the tests, or installs it where that is one safe command.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";
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
  // Letters of one form and width, whichever Chromium draws the pictures.
  "--font-render-hinting=none",
  `--disable-features=${needless.join(",")}`,
];

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/** Debian's Chromium without a window of its own, which takes a sixth less of the processor. */
const windowless = "chromium-headless-shell";

/** Where a Chromium may be: on the PATH, or where the installers of macOS and Windows put one. */
export function chromiumPlaces(env = process.env, platform = process.platform) {
  if (platform === "win32") return windowsPlaces(env);
  const onPath = names.flatMap((name) => placesOnPath(name, env));
  if (platform !== "darwin") return onPath;
  const homes = ["", ...(env.HOME ? [env.HOME] : [])];
  const apps = homes.flatMap((home) =>
    ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (app) => `${home}/Applications/${app}.app/Contents/MacOS/${app}`,
    ),
  );
  return [...onPath, ...apps];
}

function placesOnPath(name, env) {
  const folders = (env.PATH ?? "").split(":").filter((folder) => folder !== "");
  return folders.map((folder) => posix.join(folder, name));
}

/** Its installers put nothing on the PATH; Edge is always there. */
function windowsPlaces(env) {
  const programs = [
    ["Google", "Chrome", "chrome.exe"],
    ["Chromium", "chrome.exe"],
    ["Microsoft", "Edge", "msedge.exe"],
  ];
  const roots = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => env[name] ?? []);
  return programs.flatMap((program) =>
    roots.map((folder) => win32.join(folder, ...program.slice(0, -1), "Application", program.at(-1))),
  );
}

/** As `chromium`, for tests that do without what a window brings, such as the focus that goes in and out of frames. */
export function quickChromium() {
  const full = chromium();
  if (process.env.GALLEY_CHROMIUM || process.platform !== "linux") return full;
  return placesOnPath(windowless, process.env).find((path) => existsSync(path)) ?? full;
}

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
  return chromiumPlaces().find((path) => existsSync(path));
}

function install() {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) return undefined;
  console.log("Installing Chromium with apt-get …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
  apt("update");
  for (const name of ["chromium", windowless]) apt("install", "-y", "--no-install-recommends", name);
  return installed();
}
