/** Milliseconds of its own work that this thread was busy for: a machine that is busy with other things does not add to it. */
export function ownWorkOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
