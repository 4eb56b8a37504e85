import { expect, it } from 'vitest';
import { localKey, recordOfKey } from '../../shared/model/file-key.ts';
import { parseFileId } from '../../shared/model/ids.ts';

it('tells a file of this computer from a record, whatever id a service gives', () => {
  expect(recordOfKey('9606a240')).toBe('9606a240');
  expect(recordOfKey(localKey('Other/my notes.pdf'))).toBeNull();
  // As a hostile service may call a record.
  for (const id of ['local:Other/my notes.pdf', 'localOther/my notes.pdf'])
    expect([parseFileId(id), recordOfKey(id)]).toEqual([id, id]);
  expect(parseFileId(localKey('Other/my notes.pdf'))).toBeNull();
});
