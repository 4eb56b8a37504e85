import { readFileSync } from 'node:fs';

/** The arguments of a measured child. */
export function argumentsOf(): unknown {
  const text = process.argv[2];
  if (text === undefined) throw new Error('This program is started by the bench');
  return JSON.parse(text);
}

/** Prints the last line of a measured child: its own figures, and what it has used of the computer. */
export function say(figures: Readonly<Record<string, number>>): void {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const took = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: peakMiB() };
  process.stdout.write(`${JSON.stringify({ ...figures, ...took })}\n`);
}

/** On Linux `maxRSS` starts at the value of the parent process; `VmHWM` of the kernel does not. */
function peakMiB(): number {
  const kiB =
    process.platform === 'linux'
      ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
      : process.resourceUsage().maxRSS;
  return kiB / 1024;
}
