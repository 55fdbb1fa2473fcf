// What the desktop VS Code of the in-host tests is started with: a home and data of its own, side by side in one folder.
import { join } from "node:path";

/** The tests write into the home folder, and look for what VS Code stored beside it: never the user's own. */
export function desktopRun(base, sample) {
  const home = join(base, "home");
  return {
    home,
    env: { HOME: home, USERPROFILE: home },
    launchArgs: [
      sample,
      ...["--user-data-dir", join(base, "user"), "--extensions-dir", join(base, "extensions")],
      // The keychain of a home without one would ask for a password.
      ...["--disable-workspace-trust", "--use-inmemory-secretstorage"],
    ],
  };
}
