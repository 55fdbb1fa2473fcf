// What this thread has computed so far, in ms: other processes on a busy machine do not count in it.

export function computedMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
