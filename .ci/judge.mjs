/**
 * Reads vitest's JSON report and says `N passed, N failed`. A test that was skipped is a failure, but for the few of
 * permitted-skips.json, which are named with their reason.
 * Arguments: the report, the exit status of everything else.
 */
import { readFileSync } from 'node:fs';

const [reportFile = '', otherStatus = '0'] = process.argv.slice(2);
const report = JSON.parse(readFileSync(reportFile, 'utf8'));
const permitted = JSON.parse(readFileSync(new URL('./permitted-skips.json', import.meta.url), 'utf8'));

const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
const reasonOf = ({ fullName }) => permitted.find(({ name }) => fullName.startsWith(`${name} `))?.why;
const wrong = skipped.filter((test) => reasonOf(test) === undefined);

for (const test of skipped)
  console.log(`Skipped: ${test.fullName} (${reasonOf(test) ?? 'not permitted in .ci/permitted-skips.json'})`);
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`);
const isGood = report.numFailedTests === 0 && report.numPassedTests > 0 && wrong.length === 0;
process.exitCode = isGood ? Number(otherStatus) : 1;
