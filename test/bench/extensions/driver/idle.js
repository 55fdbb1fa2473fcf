// Counts the timers of an extension that wake the extension host, by the place in the code that set them.
const { realpathSync } = require("node:fs");

/** Must be called before the extension's code is loaded. */
exports.idle = (extensionPath) => {
  const home = realpathSync(extensionPath);
  const fired = new Map();
  for (const name of ["setTimeout", "setInterval"]) count(name, home, fired);
  let from;
  return {
    begin: () => {
      fired.clear();
      from = Date.now();
    },
    end: () => ({ from, to: Date.now(), timers: [...fired].map(([site, times]) => ({ site, times })) }),
  };
};

function count(name, home, fired) {
  const real = globalThis[name];
  const counted = (call, ms, ...args) => {
    const line = new Error().stack.split("\n").find((one) => one.includes(home));
    if (line === undefined) return real(call, ms, ...args);
    const site = `${name} ${ms} ms ${line.trim().slice(line.trim().lastIndexOf("/") + 1, -1)}`;
    const told = (...given) => {
      fired.set(site, (fired.get(site) ?? 0) + 1);
      return call(...given);
    };
    return real(told, ms, ...args);
  };
  globalThis[name] = Object.defineProperties(counted, Object.getOwnPropertyDescriptors(real));
}
