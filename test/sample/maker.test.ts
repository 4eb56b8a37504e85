import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SAMPLE } from './sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'sitesync-sample-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WRITTEN_BY_HAND = ['README.md', '.gitattributes'];

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !WRITTEN_BY_HAND.includes(path))
    .sort();
}

test('the maker writes the committed folder again, byte for byte, in any zone', () => {
  const maker = join(import.meta.dirname, '../../resources/sample-maker/make.ts');
  execFileSync(process.execPath, [maker, folder], {
    env: { ...process.env, TZ: 'Asia/Kathmandu' },
    timeout: 50_000,
  });
  expect(filesIn(folder)).toEqual(filesIn(SAMPLE));
  const changed = filesIn(SAMPLE).filter(
    (path) => !readFileSync(join(folder, path)).equals(readFileSync(join(SAMPLE, path))),
  );
  expect(changed).toEqual([]);
});
