/**
 * Runs the README's test command, writes vitest's JSON report, and ends with the command's exit status.
 * A test file in which nothing failed, but whose process a signal ended, is run once more and named: what came of it then
 * counts. A runtime that crashes below our tests does so seldom; what dies because of us dies again, and has failed.
 * Argument: the report.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [reportFile = ''] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The exit status, the report, and what the reporter beside it says of processes that died. */
function run(output, ...files) {
  const deaths = `${output}.deaths`;
  const reporters = ['default', 'json', fileURLToPath(new URL('./deaths.mjs', import.meta.url))];
  const options = [...reporters.map((each) => `--reporter=${each}`), `--outputFile.json=${output}`];
  const { status } = spawnSync('npm', ['test', '--', ...options, ...files], {
    stdio: 'inherit',
    env: { ...process.env, SITESYNC_DEATHS: deaths },
  });
  if (!existsSync(deaths)) throw new Error('The tests did not run to their end.');
  return { status: status ?? 1, report: read(output), ...read(deaths) };
}

const first = run(reportFile);
const withoutFault = ({ file }) =>
  first.report.testResults.some(
    ({ name, assertionResults }) =>
      name === file && assertionResults.every(({ status }) => status !== 'failed'),
  );
const again = first.died.filter(withoutFault);
for (const { file, signal } of again)
  console.log(`Run once more, since its process died of ${signal}: ${file}`);
process.exitCode = again.length === 0 ? first.status : secondTry();

function secondTry() {
  const files = again.map(({ file }) => file);
  const second = run(`${reportFile}.again`, ...files);
  const lastOf = (result) =>
    (files.includes(result.name) && second.report.testResults.find(({ name }) => name === result.name)) ||
    result;
  writeFileSync(reportFile, JSON.stringify({ testResults: first.report.testResults.map(lastOf) }));
  // The report holds all else that failed, but for errors outside of all tests.
  const stays = first.otherErrors > 0 || again.length < first.died.length;
  return stays ? first.status : second.status;
}
