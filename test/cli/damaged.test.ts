import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunningService } from '../service/service.ts';
import type { Ran } from '../support/command-line.ts';
import { SITE } from '../support/laptop.ts';
import { closeHome, openHome, runIn } from './home.ts';

let home: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
});

afterEach(() => closeHome({ home, service }));

function run(args: readonly string[]): Promise<Ran> {
  return runIn({ home, service }, args);
}

// With nothing said, a list of no sites would be taken for what it is not.
it.each([[[]], [['--quiet']]])(
  'says that the database was damaged, and that no site is known any more: status %s',
  async (options) => {
    expect((await run(['follow', SITE, '--folder', join(home, 'folder')])).status).toBe(0);
    expect((await run(['status'])).stderr).toBe('');
    writeFileSync(join(home, 'data', 'mirror.sqlite'), 'no database any more '.repeat(1000));
    const { stderr } = await run(['status', ...options]);
    expect(stderr).toContain('database was damaged');
    expect(stderr).toContain('keep each of them again');
  },
);
