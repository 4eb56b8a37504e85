import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { mirrorSuite } from './mirror-suite.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'mirror-suite-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

mirrorSuite('the mirror in memory', () => new MemoryMirror());

mirrorSuite('the mirror on SQLite', () => {
  const opened = openMirror(mkdtempSync(path.join(scratch, 'data-')));
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
});
