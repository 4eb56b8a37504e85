import { describe, expect, it } from 'vitest';
import { agreementOfIntent, resolveIntents } from '../../../main/engine/open/intents.ts';
import type { BaseFile, Intent, RemoteFile } from '../../../main/engine/trees.ts';
import type { ContentHash, FileId, OpId, RemoteFingerprint, VersionMark } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';

function intent(op: string, over: Partial<Intent> = {}): Intent {
  return {
    opId: op as OpId,
    path: `Other/${op}/a.pdf` as RelPath,
    name: 'a.pdf',
    category: 'other',
    size: 10,
    mtimeNs: 10n,
    ino: 7n,
    hash: 'h' as ContentHash,
    listing: 5,
    lateUntil: 0,
    ...over,
  };
}

function record(id: string, over: Partial<RemoteFile> = {}, op: string | null = null): RemoteFile {
  return {
    id: id as FileId,
    category: 'other',
    name: 'a.pdf',
    size: 10,
    facts: { ...NO_FACTS, opId: op as OpId | null },
    fingerprint: id as RemoteFingerprint,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: null,
    firstSeen: 6,
    ...over,
  };
}

function resolve(intents: readonly Intent[], records: readonly RemoteFile[], known: readonly string[] = []) {
  const base = new Map(known.map((id) => [id as FileId, {} as BaseFile]));
  const result = resolveIntents(intents, new Map(records.map((each) => [each.id, each])), base);
  return {
    found: result.found.map(({ intent, remote }) => `${intent.opId}=${remote.id}`),
    candidates: result.candidates.map(
      ({ intent, remotes }) => `${intent.opId}?${remotes.map(({ id }) => id).join('|')}`,
    ),
    waiting: result.waiting.map(({ opId }) => opId),
    open: result.open.map(({ opId }) => opId),
  };
}

/** The facts of a version of others, and what it says that it is based on. */
function basedOn(...marks: readonly string[]): RemoteFile['facts'] {
  return {
    ...NO_FACTS,
    opId: 'theirs' as OpId,
    basedOn: marks as readonly VersionMark[],
  };
}

const none = { found: [], candidates: [], waiting: [], open: [] };

describe('resolveIntents', () => {
  it('finds its own mark, whatever became of the name, and even in the base', () => {
    const renamed = record('r', { name: 'other.pdf', size: 99, firstSeen: 1 }, 'A');
    expect(resolve([intent('A')], [renamed])).toEqual({ ...none, found: ['A=r'] });
    expect(resolve([intent('A')], [renamed], ['r'])).toEqual({ ...none, found: ['A=r'] });
  });

  it('finds a version that is based on its mark, whatever that one is called and wherever it lies', () => {
    const edited = record('r', { name: 'other.pdf', size: 99, firstSeen: 1, facts: basedOn('A', 'C') });
    expect(resolve([intent('A')], [edited])).toEqual({ ...none, found: ['A=r'] });
    const twice = [record('late', { facts: basedOn('A'), createdAt: '2026-01-02T00:00:00Z' }), edited];
    expect(resolve([intent('A')], twice).found).toEqual(['A=r']);
    const itself = record('itself', { createdAt: '2026-01-02T00:00:00Z' }, 'A');
    expect(resolve([intent('A')], [edited, itself]).found).toEqual(['A=itself']);
    expect(resolve([intent('A')], [edited], ['r'])).toEqual({ ...none, open: ['A'] });
    expect(resolve([intent('B')], [edited])).toEqual({ ...none, open: ['B'] });
  });

  it('offers records of the same name and size that came later', () => {
    expect(resolve([intent('A')], [record('r')])).toEqual({ ...none, candidates: ['A?r'] });
    expect(resolve([intent('A')], [record('r', { size: null })])).toEqual({ ...none, candidates: ['A?r'] });
  });

  it.each([
    ['another name', record('r', { name: 'b.pdf' }), []],
    ['another size', record('r', { size: 11 }), []],
    ['seen before the intent', record('r', { firstSeen: 5 }), []],
    ['agreed on already', record('r'), ['r']],
  ])('leaves it open where the only record has %s', (_what, remote, known) => {
    expect(resolve([intent('A')], [remote], known)).toEqual({ ...none, open: ['A'] });
  });

  it('does not offer to one what carries the mark of another', () => {
    expect(resolve([intent('A'), intent('B')], [record('r', {}, 'B')])).toEqual({
      ...none,
      found: ['B=r'],
      open: ['A'],
    });
  });

  it('takes the older of two records with one mark', () => {
    const twice = [record('late', { createdAt: '2026-01-02T00:00:00Z' }, 'A'), record('early', {}, 'A')];
    expect(resolve([intent('A')], twice).found).toEqual(['A=early']);
  });

  it('lets the second of two equal files wait, so that one record is not taken for both', () => {
    const result = resolve([intent('A'), intent('B')], [record('r'), record('s')]);
    expect(result).toEqual({ ...none, candidates: ['A?r|s'], waiting: ['B'] });
    expect(resolve([intent('B')], [record('r'), record('s')], ['r']).candidates).toEqual(['B?s']);
  });

  it('offers a record to two files of one name and size whose bytes differ: at most one can match', () => {
    const result = resolve([intent('A'), intent('B', { hash: 'other' as ContentHash })], [record('r')]);
    expect(result).toEqual({ ...none, candidates: ['A?r', 'B?r'] });
  });

  it('compares names by their NFC form', () => {
    const result = resolve([intent('A', { name: 'é.pdf' })], [record('r', { name: 'e\u0301.pdf' })]);
    expect(result.candidates).toEqual(['A?r']);
  });
});

describe('the agreement about a create that was found', () => {
  it('is about the folder that the file was sent from, where another computer moved the record since', () => {
    const stated = (path: string): RemoteFile =>
      record('r', { facts: { ...basedOn('A'), path: path as RelPath } });
    const agreed = agreementOfIntent(intent('A'), stated('Other/B/a.pdf'), 'linux', false);
    expect(agreed).toMatchObject({ path: 'Other/A/a.pdf', impliedPath: 'Other/A/a.pdf' });
    const unstated = agreementOfIntent(intent('A'), record('r'), 'linux', false);
    expect(unstated).toMatchObject({ path: 'Other/A/a.pdf', impliedPath: 'Other/a.pdf' });
  });
});
