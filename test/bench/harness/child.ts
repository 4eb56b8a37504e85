/** What a measured child was asked to do. */
export function argumentsOf(): unknown {
  const text = process.argv[2];
  if (text === undefined) throw new Error('This program is started by the bench');
  return JSON.parse(text);
}

/** The last line of a measured child: its own figures, and what it took of the machine until now. */
export function say(figures: Readonly<Record<string, number>>): void {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const took = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 };
  process.stdout.write(`${JSON.stringify({ ...figures, ...took })}\n`);
}
