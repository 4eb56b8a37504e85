/**
 * Reads vitest's JSON report and says `N passed, N failed`. A test that was skipped is a failure, but for the few of
 * permitted-skips.json, which are named with their reason; so is a file that went wrong outside of its tests. What passed
 * after a failed try is named.
 * Arguments: the report, the exit status of everything else.
 */
import { readFileSync } from 'node:fs';

const [reportFile = '', otherStatus = '0'] = process.argv.slice(2);
const report = JSON.parse(readFileSync(reportFile, 'utf8'));
const permitted = JSON.parse(readFileSync(new URL('./permitted-skips.json', import.meta.url), 'utf8'));

const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
const isFailed = ({ status }) => status === 'failed';
const passed = tests.filter(({ status }) => status === 'passed');
const skipped = tests.filter((test) => test.status !== 'passed' && !isFailed(test));
const reasonOf = ({ fullName }) => permitted.find(({ name }) => fullName.startsWith(`${name} `))?.why;
const wrong = skipped.filter((test) => reasonOf(test) === undefined);
const broken = report.testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
const failures = tests.filter(isFailed).length + broken.length;

for (const { fullName, failureMessages = [] } of passed)
  if (failureMessages.length > 0)
    console.log(`Passed after a failed try: ${fullName} (${failureMessages[0].split('\n')[0]})`);
for (const test of skipped)
  console.log(`Skipped: ${test.fullName} (${reasonOf(test) ?? 'not permitted in .ci/permitted-skips.json'})`);
for (const { name, message } of broken)
  console.log(`Failed outside of its tests: ${name} (${message || 'it did not end'})`);
console.log(`${passed.length} passed, ${failures} failed`);
const isGood = failures === 0 && passed.length > 0 && wrong.length === 0;
process.exitCode = isGood ? Number(otherStatus) : 1;
