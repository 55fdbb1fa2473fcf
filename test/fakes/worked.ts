// How long this thread has worked: other work on a busy machine does not count.

export function workedMs(): number {
  return process.threadCpuUsage().user / 1_000;
}
