import { describe, expect, it } from 'vitest';
import { resolveConflict, type ConflictFacts } from '../../../main/app/conflicts/resolve-conflict.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

const facts: ConflictFacts = {
  copy: 'Other/a (conflict 2026-11-21 0942 T).txt' as RelPath,
  copyId: 'copy' as FileId,
  original: 'Other/a.txt' as RelPath,
  theirs: 'here',
  theirsId: 'theirs' as FileId,
  plain: 'Other/a (2).txt' as RelPath,
};
const { copy, original, plain } = facts;
const approve = { kind: 'approve', id: 'copy' };

describe('a conflict', () => {
  it.each([
    ['mine', {}, [approve, { kind: 'replace', file: copy, over: original }]],
    ['mine', { copyId: null }, [{ kind: 'replace', file: copy, over: original }]],
    ['mine', { theirsId: null }, [{ kind: 'replace', file: copy, over: original }]],
    ['mine', { theirs: 'gone' }, [{ kind: 'move', file: copy, to: original }]],
    ['theirs', {}, [approve, { kind: 'trash', file: copy }]],
    ['theirs', { copyId: null, theirs: 'online-only' }, [{ kind: 'trash', file: copy }]],
    ['both', {}, [{ kind: 'move', file: copy, to: plain }]],
    ['both', { theirs: 'gone', plain: original }, [{ kind: 'move', file: copy, to: original }]],
  ] as const)('resolved as %s with %o takes these steps', (choice, change, steps) => {
    expect(resolveConflict(choice, { ...facts, ...change })).toEqual({ ok: true, value: steps });
  });

  it.each([
    ['theirs', { theirs: 'gone' }, 'only one left'],
    ['mine', { theirs: 'online-only' }, 'only on the service'],
  ] as const)('is not resolved as %s with %o', (choice, change, words) => {
    const refused = resolveConflict(choice, { ...facts, ...change });
    expect(refused).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(words) as string },
    });
  });
});
