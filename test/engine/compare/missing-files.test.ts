import { expect, it } from 'vitest';
import { missingFiles } from '../../../main/engine/compare/missing-files.ts';
import type { BaseFile, Intent, LocalFile } from '../../../main/engine/trees.ts';
import type { FileId, OpId } from '../../../shared/model/ids.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import { AGREED, path } from '../agreed-record.ts';
import { POLICY } from '../policy.ts';

const agreed = (at: string): BaseFile => ({ ...AGREED, id: at as FileId, path: path(at) });
const intent = (at: string): Intent => ({
  ...AGREED,
  path: path(at),
  opId: 'op' as OpId,
  listing: 1,
  lateUntil: 0,
});

function missing(
  base: readonly string[],
  local: readonly string[],
  more: Partial<typeof POLICY> = {},
  underWay: readonly string[] = [],
): readonly string[] {
  const files = local.map((at): LocalFile => ({ ...AGREED, path: path(at) }));
  const trees = {
    base: new Map(base.map((at) => [at as FileId, agreed(at)])),
    local: new Map(files.map((file) => [pathKey(file.path), file])),
    remote: new Map(),
  };
  return missingFiles(trees, { ...POLICY, ...more }, underWay.map(path));
}

it('names agreed files that are not in their places, also where a folder above them cannot be read now', () => {
  expect(missing(['A/sub/1', 'A/2', 'B/3'], ['A/2', 'C/3'])).toEqual(['A/sub/1', 'B/3']);
  expect(missing(['A/sub/1', 'B/2'], ['B/2'], { unreadable: ['A'], forbidden: ['A'] })).toEqual(['A/sub/1']);
});

it('names those that are known below a folder that cannot be read: they may have left it before', () => {
  expect(missing(['A/1', 'B/2'], ['A/1', 'B/2'], { unreadable: ['A'] })).toEqual(['A/1']);
});

it('counts a file whose create has no answer yet, and none that is left out', () => {
  expect(missing(['B/1'], ['B/1'], { intents: [intent('A/2')] })).toEqual(['A/2']);
  expect(missing(['A/1', 'B/2'], [], { ignored: (at) => at === 'A/1' })).toEqual(['B/2']);
});

it('counts once the place that an update under way gives to a file, unless it was found there', () => {
  expect(missing(['A/1', 'B/2'], ['A/1', 'C/2'], {}, ['B/2', 'C/2', 'D/1'])).toEqual(['B/2', 'D/1']);
});
