import { afterAll, beforeAll, beforeEach } from 'vitest';

/** ms; a machine may be busy with much else. */
const PATIENCE = 180_000;

/**
 * The tests of a file share a world, since to open one takes seconds; but another try of a test that failed has one of its
 * own, whatever the failed try left behind. So each test brings about what it needs where the tests before it did not. With
 * the environment variable `WORLDS=each` every test begins in a new world, which proves that.
 */
export function worldOfATry(open: () => Promise<void>, close: () => Promise<void> | undefined): void {
  let isUsed = false;
  beforeAll(open, PATIENCE);
  beforeEach(async ({ task }) => {
    const isAnother = (task.result?.retryCount ?? 0) > 0 || process.env['WORLDS'] === 'each';
    if (isAnother && isUsed) {
      await close();
      await open();
    }
    isUsed = true;
  }, PATIENCE);
  afterAll(async () => close());
}
