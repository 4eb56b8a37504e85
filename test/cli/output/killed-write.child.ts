import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { writeWhole } from '../../../main/hosts/cli/output/write-whole.ts';

/** Writes to the file that it is given, and comes to no end. */
async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'half of it\n';
    await delay(5);
  }
}

await writeWhole(process.argv[2] ?? '', Readable.from(endless()), new AbortController().signal);
