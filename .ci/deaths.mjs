/**
 * A reporter of vitest: writes to the file that SITESYNC_DEATHS names which test files lost their process to a signal, and
 * how often something else went wrong outside of all tests.
 */
import { writeFileSync } from 'node:fs';

const DEATH = /^Worker exited unexpectedly with signal (?<signal>\w+) .*while running test file (?<file>.+)$/;

export default class Deaths {
  onTestRunEnd(_files, errors) {
    const deaths = errors.map(({ cause }) => DEATH.exec(cause?.message ?? '')?.groups);
    const died = deaths.filter((each) => each !== undefined).map(({ file, signal }) => ({ file, signal }));
    writeFileSync(
      process.env.SITESYNC_DEATHS,
      JSON.stringify({ died, otherErrors: errors.length - died.length }),
    );
  }
}
