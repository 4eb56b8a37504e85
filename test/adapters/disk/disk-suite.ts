import { afterEach, beforeEach, describe } from 'vitest';
import { Bench } from './bench.ts';
import type { OpenDiskHome } from './disk-home.ts';
import { changesSuite } from './disk-suite-changes.ts';
import { downloadsSuite } from './disk-suite-downloads.ts';
import { folderSuite } from './disk-suite-folder.ts';
import { placingSuite } from './disk-suite-placing.ts';
import { readingSuite } from './disk-suite-reading.ts';
import { scanSuite } from './disk-suite-scan.ts';
import { trashSuite } from './disk-suite-trash.ts';

/** Everything that a disk must do, whatever it is made of. */
export function diskSuite(name: string, openHome: OpenDiskHome): void {
  describe(name, () => {
    const bench = new Bench();
    beforeEach(() => bench.open(openHome));
    afterEach(() => bench.close());
    folderSuite(bench);
    scanSuite(bench);
    readingSuite(bench);
    downloadsSuite(bench);
    placingSuite(bench);
    changesSuite(bench);
    trashSuite(bench);
  });
}
