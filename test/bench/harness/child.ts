import { readFileSync } from 'node:fs';

/** What a measured child was asked to do. */
export function argumentsOf(): unknown {
  const text = process.argv[2];
  if (text === undefined) throw new Error('This program is started by the bench');
  return JSON.parse(text);
}

/** The last line of a measured child: its own figures, and what it took of the machine until now. */
export function say(figures: Readonly<Record<string, number>>): void {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const took = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: peakMiB() };
  process.stdout.write(`${JSON.stringify({ ...figures, ...took })}\n`);
}

/** On Linux `maxRSS` begins at what the process had that started this one; the kernel's own mark does not. */
function peakMiB(): number {
  const kiB =
    process.platform === 'linux'
      ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
      : process.resourceUsage().maxRSS;
  return kiB / 1024;
}
