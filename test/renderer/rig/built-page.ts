import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt, ROOT } from '../../../main/hosts/checkout.ts';
import { pageFolder } from '../../../main/hosts/web/page.ts';
import { ok, type Result } from '../../../shared/failure.ts';

/** One checkout, one lock, in whatever folder it lies. */
const LOCK = join(
  tmpdir(),
  `sitesync-build-${createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 12)}`,
);
/** A build takes seconds; who held the lock longer than this was killed. */
const GIVEN_UP_MS = 180_000;

/** The built screens. */
export function builtPage(): Promise<string> {
  return byOne(() => pageFolder(() => undefined));
}

/** The page of all components, built as the screens are: once for all tests, it takes many seconds. */
export function builtGallery(): Promise<string> {
  return byOne(() => {
    const built = ensureBuilt(
      {
        built: 'build/gallery/gallery.html',
        sources: ['renderer', 'shared'],
        runs: [['--config', 'vite.gallery.config.ts']],
        name: 'the gallery',
      },
      () => undefined,
    );
    return built.ok ? ok(join(ROOT, 'build', 'gallery')) : built;
  });
}

/** Test files run beside each other: one builds, the others wait for it. */
async function byOne(build: () => Result<string>): Promise<string> {
  while (!(await taken())) await sleep(100);
  try {
    const folder = build();
    if (!folder.ok) throw new Error(folder.failure.detail ?? folder.failure.message);
    return folder.value;
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}

async function taken(): Promise<boolean> {
  try {
    await mkdir(LOCK);
    return true;
  } catch {
    const since = await stat(LOCK).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - since > GIVEN_UP_MS) await rm(LOCK, { recursive: true, force: true });
    return false;
  }
}
