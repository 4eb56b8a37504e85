import { describe, expect, it } from 'vitest';
import { resolveConflict, type ConflictFacts } from '../../../main/app/conflicts/resolve-conflict.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

const facts: ConflictFacts = {
  copy: 'Other/a (conflict 2026-11-21 0942 T).txt' as RelPath,
  copyId: 'copy' as FileId,
  original: 'Other/a.txt' as RelPath,
  other: 'here',
  otherId: 'other' as FileId,
  plain: 'Other/a (2).txt' as RelPath,
};
const { copy, original, plain } = facts;
const approve = { kind: 'approve', id: 'copy' };

describe('a conflict', () => {
  it.each([
    ['copy', {}, [approve, { kind: 'replace', file: copy, over: original }]],
    ['copy', { copyId: null }, [{ kind: 'replace', file: copy, over: original }]],
    ['copy', { otherId: null }, [{ kind: 'replace', file: copy, over: original }]],
    ['copy', { other: 'gone' }, [{ kind: 'move', file: copy, to: original }]],
    ['file', {}, [approve, { kind: 'trash', file: copy }]],
    ['file', { copyId: null, other: 'online-only' }, [{ kind: 'trash', file: copy }]],
    ['both', {}, [{ kind: 'move', file: copy, to: plain }]],
    ['both', { other: 'gone', plain: original }, [{ kind: 'move', file: copy, to: original }]],
  ] as const)('resolved as %s with %o takes these steps', (choice, change, steps) => {
    expect(resolveConflict(choice, { ...facts, ...change })).toEqual({ ok: true, value: steps });
  });

  it.each([
    ['file', { other: 'gone' }, 'only one left'],
    ['copy', { other: 'online-only' }, 'only on the service'],
  ] as const)('is not resolved as %s with %o', (choice, change, words) => {
    const refused = resolveConflict(choice, { ...facts, ...change });
    expect(refused).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(words) as string },
    });
  });
});
