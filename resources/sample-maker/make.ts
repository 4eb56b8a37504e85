/** Writes the sample data: `npx node resources/sample-maker/make.ts [folder]`, by default resources/sample. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sampleFiles } from './sample.ts';

const target = process.argv[2] ?? join(import.meta.dirname, '../sample');

// What an earlier version of the maker wrote goes; the README and .gitattributes are written by hand and stay.
for (const part of ['files', 'models', 'photos', 'series', 'sample.json']) {
  rmSync(join(target, part), { recursive: true, force: true });
}
let [files, total] = [0, 0];
for await (const [path, bytes] of sampleFiles()) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), bytes);
  files += 1;
  total += bytes.length;
}
process.stdout.write(`${files} files, ${(total / 1e6).toFixed(2)} MB in ${target}\n`);
