// The files in which VS Code finds what its user has set: settings, keybindings, and the settings of the machine.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A quiet window: nothing opens by itself, nothing is asked, nothing leaves the machine, no process looks for ports. */
const quiet = {
  "workbench.colorTheme": "Dark Modern",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": "off",
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "remote.autoForwardPorts": false,
  "remote.autoForwardPortsSource": "output",
};

/** A folder is untrusted until the user says otherwise, and VS Code does not ask. */
const asksForTrust = { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" };

/**
 * `data` is the folder of a server. Settings and keybindings are read at the start of every window.
 * Those the folder already has are kept, so a folder that lasts remembers what its user changed.
 */
export function writeUserFiles(data, { settings = {}, machineSettings, keybindings, trusted = true }) {
  const user = join(data, "user");
  writeUserFile(user, "settings.json", { ...quiet, ...(!trusted && asksForTrust), ...settings });
  if (keybindings) writeUserFile(user, "keybindings.json", keybindings);
  if (machineSettings) writeMachineSettings(user, machineSettings);
}

/** Removes all that windows left: settings, what extensions stored, and what is in the home folder. */
export function removeUserFiles(data) {
  for (const folder of ["user/User", "user/Machine", "home"])
    rmSync(join(data, folder), { recursive: true, force: true, maxRetries: 10 });
  mkdirSync(join(data, "home"));
}

/** A remote window reads settings of the scope `machine` from where its extension host runs, not from the user's. */
function writeMachineSettings(user, settings) {
  const folder = join(user, "Machine");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings, null, 2));
}

function writeUserFile(user, name, content) {
  const path = join(user, "User", name);
  if (existsSync(path)) return;
  mkdirSync(join(user, "User"), { recursive: true });
  writeFileSync(path, JSON.stringify(content, null, 2));
}
