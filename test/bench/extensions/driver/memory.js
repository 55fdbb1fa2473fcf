// What the extension host holds when everything that can be freed is freed.
const { existsSync, readdirSync } = require("node:fs");
const { setTimeout } = require("node:timers/promises");
const v8 = require("node:v8");
const vm = require("node:vm");

/** Until the host has been idle for a second: the other extensions have started, nothing is under way. */
async function settle() {
  for (let idle = 0, rounds = 0; idle < 5 && rounds < 100; rounds += 1) {
    const before = performance.eventLoopUtilization();
    await setTimeout(200);
    idle = performance.eventLoopUtilization(before).utilization < 0.05 ? idle + 1 : 0;
  }
}

async function measureMemory() {
  collect();
  await settle();
  collect();
  return process.memoryUsage();
}

/** While other things go on. */
function sample() {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { at: Date.now(), pid: process.pid, heap: heapUsed + external, resident: rss, handles: openHandles() };
}

function collect() {
  v8.setFlagsFromString("--expose_gc");
  vm.runInNewContext("gc")();
}

/** Open files and connections; where the system does not list them, what keeps Node running. */
function openHandles() {
  const own = "/proc/self/fd";
  return existsSync(own) ? readdirSync(own).length : process.getActiveResourcesInfo().length;
}

module.exports = { settle, measureMemory, sample };
