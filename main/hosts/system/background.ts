import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { othersEnvironment } from './others-environment.ts';

/**
 * Does this program run in the background of its terminal, as one that is typed with a `&` behind it? The system stops a
 * program that reads from its terminal there: it stands still, without a word, until somebody calls it to the front.
 */
export function isInBackground(): boolean {
  if (process.platform === 'win32') return false;
  const [own = 0, front = 0] = process.platform === 'linux' ? groupsIn(statOfKernel()) : groupsByPs();
  return front > 0 && own !== front;
}

function statOfKernel(): string {
  try {
    return readFileSync('/proc/self/stat', 'utf8');
  } catch {
    // Nobody has mounted it: then it is not known.
    return '';
  }
}

/**
 * The process group of a program, and the one in front of its terminal, -1 where it has none; both missing if the text is no
 * line of /proc/PID/stat. What stands in brackets is the name of the program, and may hold anything.
 */
export function groupsIn(stat: string): readonly number[] {
  // pid (name) state parent group session terminal front …
  const [, , group, , , front] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || front === undefined ? [] : [Number(group), Number(front)];
}

function groupsByPs(): readonly number[] {
  const asked = ['-o', 'pgid=,tpgid=', '-p', String(process.pid)];
  const { stdout } = spawnSync('ps', asked, { encoding: 'utf8', env: othersEnvironment() });
  const [, own, front] = /^\s*(\d+)\s+(-?\d+)\s*$/.exec(stdout) ?? [];
  return own === undefined || front === undefined ? [] : [Number(own), Number(front)];
}
