import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { Workspace, type Verdict } from './workspace.ts';

const USAGE = `npm run mutations [-- --rule N]

Switches each guard off in turn, or those of one rule of the design, and runs the tests that belong to it. Ends with status 1
where no test notices that a guard is off, or where its tests fail with the guard on.`;

const CHECKOUT = join(import.meta.dirname, '..', '..');
const LANES = 2;

const chosen = chosenOf(given());

function given(): { readonly rule?: string; readonly help?: boolean } {
  try {
    return parseArgs({ options: { rule: { type: 'string' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return process.exit(2);
  }
}

function chosenOf({ help, rule }: ReturnType<typeof given>): readonly Mutant[] {
  if (help === true) {
    console.log(USAGE);
    return process.exit(0);
  }
  const guards = MUTANTS.filter((mutant) => rule === undefined || mutant.rule === Number(rule));
  if (guards.length > 0) return guards;
  console.error(`No guard is of rule ${rule}.\n\n${USAGE}`);
  return process.exit(2);
}

async function main(): Promise<number> {
  const started = performance.now();
  const workspaces = Array.from({ length: LANES }, () => new Workspace(CHECKOUT));
  try {
    const unsound = await soundness(workspaces[0]);
    if (unsound !== null) {
      console.error(unsound);
      return 1;
    }
    const unnoticed = await judgeAll(workspaces);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${chosen.length - unnoticed} of ${chosen.length} guards are caught when off, ${seconds} s`);
    return unnoticed === 0 ? 0 : 1;
  } finally {
    for (const workspace of workspaces) workspace.remove();
  }
}

/** Runs all the tests once, with nothing switched off: what is wrong with them, or null. */
async function soundness(workspace: Workspace | undefined): Promise<string | null> {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const failing = (await workspace?.failing(tests)) ?? null;
  if (failing === null) return 'With every guard on, the tests take over a quarter of an hour.';
  return failing.length === 0 ? null : ['These tests fail with every guard on:', ...failing].join('\n  ');
}

async function judgeAll(workspaces: readonly Workspace[]): Promise<number> {
  const waiting = [...chosen];
  let unnoticed = 0;
  await Promise.all(
    workspaces.map(async (workspace) => {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const verdict = await workspace.judge(mutant);
        if (verdict !== 'failed' && verdict !== 'hung') unnoticed += 1;
        console.log(line(mutant, verdict));
      }
    }),
  );
  return unnoticed;
}

function line(mutant: Mutant, verdict: Verdict): string {
  const words = {
    failed: 'caught by a test',
    hung: 'caught: tests hang',
    passed: 'NOT CAUGHT',
    broken: 'NOT RUN',
  };
  return `rule ${String(mutant.rule).padStart(2)}  ${words[verdict].padEnd(18)}  off: ${mutant.off}`;
}

process.exitCode = await main();
