import { optionsOf, USAGE } from './harness/options.ts';
import { runBench } from './harness/run-bench.ts';
import { ROWS } from './rows/rows.ts';

const options = optionsOf(process.argv.slice(2));
const unknown = options?.rows.filter((name) => !ROWS.some((row) => row.name === name)) ?? [];
if (options === null || unknown.length > 0) {
  process.stderr.write(`${unknown.length > 0 ? `No such row: ${unknown.join(', ')}\n` : ''}${USAGE}\n`);
  process.exitCode = 2;
} else if (options.list) {
  for (const { name, title } of ROWS) process.stdout.write(`${name.padEnd(12)} ${title}\n`);
} else {
  const rows = ROWS.filter((row) => options.rows.length === 0 || options.rows.includes(row.name));
  await runBench(rows, options, (line) => process.stdout.write(`${line}\n`));
}
