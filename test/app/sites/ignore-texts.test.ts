import { expect, it } from 'vitest';
import { IgnoreTexts } from '../../../main/app/sites/ignore-texts.ts';
import { ok } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';

const SITE = 'harbour' as SiteId;

/** A disk that answers when it is told to. */
function slowDisk() {
  const waiting: (() => void)[] = [];
  const rig = {
    text: '*.tmp',
    now: 0,
    changes: 0,
    reads: 0,
    answer: () => waiting.splice(0).forEach((go) => go()),
  };
  const texts = new IgnoreTexts({
    disk: {
      readHead: async () => {
        rig.reads += 1;
        await new Promise<void>((go) => waiting.push(go));
        return ok(new TextEncoder().encode(rig.text));
      },
    },
    followed: () => [{ id: SITE, folder: '/harbour' }],
    now: () => rig.now,
    onChange: () => (rig.changes += 1),
  });
  return { rig, texts };
}

it('are read once by who only shows, and then given without waiting for the disk', async () => {
  const { rig, texts } = slowDisk();
  const first = texts.lately();
  rig.answer();
  expect(await first).toEqual({ [SITE]: '*.tmp' });
  rig.text = '*.bak';
  rig.now = 999;
  expect(await texts.lately()).toEqual({ [SITE]: '*.tmp' });
  expect(rig.reads).toBe(1);
  rig.now = 1000;
  // The disk does not answer yet.
  expect(await texts.lately()).toEqual({ [SITE]: '*.tmp' });
  expect(await texts.lately()).toEqual({ [SITE]: '*.tmp' });
  expect(rig.reads).toBe(2);
  rig.answer();
  await expect.poll(() => rig.changes).toBe(1);
  expect(await texts.lately()).toEqual({ [SITE]: '*.bak' });
});

it('tell nobody while they are as they were, and are read by a command each time', async () => {
  const { rig, texts } = slowDisk();
  const first = texts.read();
  rig.answer();
  await first;
  rig.now = 5000;
  await texts.lately();
  rig.answer();
  await new Promise(setImmediate);
  expect(rig.changes).toBe(0);
  rig.text = 'drafts/';
  const fresh = texts.read();
  rig.answer();
  expect(await fresh).toEqual({ [SITE]: 'drafts/' });
});

it('tell who only shows also of what a command was the first to read', async () => {
  const { rig, texts } = slowDisk();
  const first = texts.lately();
  rig.answer();
  await first;
  rig.text = '*.bak';
  const read = texts.read();
  rig.answer();
  expect(await read).toEqual({ [SITE]: '*.bak' });
  expect(rig.changes).toBe(1);
});
