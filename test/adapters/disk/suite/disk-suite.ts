import { afterEach, beforeEach, describe } from 'vitest';
import { Bench } from './bench.ts';
import type { OpenDiskHome } from './disk-home.ts';
import { changesSuite } from './changes.ts';
import { downloadsSuite } from './downloads.ts';
import { folderSuite } from './folder.ts';
import { placingSuite } from './placing.ts';
import { readingSuite } from './reading.ts';
import { scanSuite } from './scan.ts';
import { scanEndsSuite } from './scan-ends.ts';
import { trashSuite } from './trash.ts';

/** Everything that a disk must do, whatever it is made of. */
export function diskSuite(name: string, openHome: OpenDiskHome): void {
  describe(name, () => {
    const bench = new Bench();
    beforeEach(() => bench.open(openHome));
    afterEach(() => bench.close());
    folderSuite(bench);
    scanSuite(bench);
    scanEndsSuite(bench);
    readingSuite(bench);
    downloadsSuite(bench);
    placingSuite(bench);
    changesSuite(bench);
    trashSuite(bench);
  });
}
