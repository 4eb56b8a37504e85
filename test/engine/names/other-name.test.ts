import { expect, it } from 'vitest';
import { otherName } from '../../../main/engine/names/other-name.ts';
import type { Platform } from '../../../main/engine/policy.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';

const ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d' as FileId;

it.each([
  ['as its record', 'plan.pdf', 'Other/plan.pdf', 'linux', null],
  ['in another case', 'plan.pdf', 'Other/Plan.PDF', 'linux', null],
  ['with its accent apart', 'é.pdf', 'Other/e\u0301.pdf', 'darwin', null],
  ['beside one of its name', 'plan.pdf', 'Other/plan ~1a2b3c4d.pdf', 'linux', 'taken'],
  ['beside two of them', 'plan.pdf', 'Other/plan ~1a2b3c4d5e6f4a7b8c9d0e1f2a3b4c5d.pdf', 'linux', 'taken'],
  ['as Windows can hold it', 'a:b.pdf', 'Other/a_b ~1a2b3c4d.pdf', 'win32', 'not-possible'],
  ['as no head of git', 'HEAD', 'Other/HEAD ~1a2b3c4d', 'linux', 'not-possible'],
  ['as its record, which is called like an alias', 'x ~1a2b3c4d', 'Other/x ~1a2b3c4d', 'linux', null],
  ['with the mark of another record', 'plan.pdf', 'Other/plan ~99999999.pdf', 'linux', null],
  ['as it was renamed here', 'plan.pdf', 'Other/layout.pdf', 'linux', null],
  ['in another folder', 'plan.pdf', 'Other/old/plan ~1a2b3c4d.pdf', 'linux', null],
] as const)('of a file that lies here %s', (_, name, path, platform: Platform, expected) => {
  const record = { id: ID, name, category: 'other', facts: NO_FACTS } as const;
  expect(otherName(record, path as RelPath, platform)).toBe(expected);
});
