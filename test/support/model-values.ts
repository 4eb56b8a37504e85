import {
  parseContentHash,
  parseFileId,
  parseOpId,
  parseSiteId,
  type ContentHash,
  type FileId,
  type OpId,
  type RemoteFingerprint,
  type SiteId,
  type VersionMark,
} from '../../shared/model/ids.ts';
import { parseRelPath, type RelPath } from '../../shared/model/rel-path.ts';
import type { Site } from '../../shared/model/site.ts';
import { NO_FACTS, type SiteFile } from '../../shared/model/site-file.ts';
import type { BaseFile, Intent, LocalFile, OpenUpdate } from '../../main/engine/trees.ts';
import type { ScannedFile } from '../../main/sync/ports/disk.ts';
import type { Activity } from '../../main/sync/ports/mirror/history.ts';
import type { Attempt, FoundProblem } from '../../main/sync/ports/mirror/kept-problem.ts';
import { foundKey, type Look } from '../../main/sync/problems/found.ts';
import type { FollowedSite } from '../../main/sync/ports/mirror/sites.ts';
import type { ScanEnd, ScanWriter } from '../../main/sync/ports/mirror/looks.ts';

/** Values of the model for tests; each takes only what the test is about. */
const siteId = (text: string): SiteId => parseSiteId(text)!;
export const fileId = (text: string): FileId => parseFileId(text)!;
export const opId = (text: string): OpId => parseOpId(text)!;
export const path = (text: string): RelPath => parseRelPath(text)!;
export const hashOf = (digit: string): ContentHash => parseContentHash(digit.repeat(64))!;
export const mark = (text: string): VersionMark => text as VersionMark;
export const version = (text: string): RemoteFingerprint => text as RemoteFingerprint;

export const SITE = siteId('site-1');
export const OTHER = siteId('site-2');

export function site(id: string, fields: Partial<Site> = {}): Site {
  return {
    id: siteId(id),
    name: `Site ${id}`,
    organization: null,
    photoUrl: null,
    createdAt: null,
    address: null,
    latitude: null,
    longitude: null,
    city: null,
    country: null,
    countryCode: null,
    timezone: null,
    graphUri: null,
    ...fields,
  };
}

export function followed(id: SiteId, fields: Partial<FollowedSite> = {}): FollowedSite {
  return { id, folder: `/sites/${id}`, folderId: `folder of ${id}`, keep: 'all', paused: false, ...fields };
}

export function record(id: string, fields: Partial<SiteFile> = {}): SiteFile {
  return {
    id: fileId(id),
    site: SITE,
    category: 'spec-sheet',
    categoryText: 'spec-sheet',
    name: `${id}.pdf`,
    size: 10,
    contentType: null,
    uploadedBy: null,
    createdAt: null,
    updatedAt: null,
    downloadUrl: null,
    entityUri: null,
    metadata: null,
    facts: NO_FACTS,
    fingerprint: version(`v1 of ${id}`),
    ...fields,
  };
}

export function scanned(name: string, fields: Partial<ScannedFile> = {}): ScannedFile {
  return { path: path(name), size: 10, mtimeNs: 1_700_000_000_123_456_789n, ino: 42n, ...fields };
}

export function local(name: string, fields: Partial<LocalFile> = {}): LocalFile {
  return { ...scanned(name), hash: null, ...fields };
}

export function agreed(id: string, fields: Partial<BaseFile> = {}): BaseFile {
  return {
    id: fileId(id),
    path: path(`Spec Sheet/${id}.pdf`),
    impliedPath: path(`Spec Sheet/${id}.pdf`),
    category: 'spec-sheet',
    name: `${id}.pdf`,
    hash: hashOf('a'),
    size: 10,
    mtimeNs: 1_700_000_000_123_456_789n,
    ino: 42n,
    remote: version(`v1 of ${id}`),
    opId: null,
    updatedAt: null,
    ...fields,
  };
}

export function intent(id: string, fields: Partial<Intent> = {}): Intent {
  return {
    opId: opId(id),
    path: path(`Other/${id}.txt`),
    name: `${id}.txt`,
    category: 'other',
    size: 3,
    mtimeNs: 1_700_000_000_123_456_789n,
    ino: 2n ** 64n - 1n,
    hash: hashOf('b'),
    listing: 1,
    lateUntil: 0,
    ...fields,
  };
}

export function openUpdate(id: string, op: string, fields: Partial<OpenUpdate> = {}): OpenUpdate {
  const { path: place, category, name, size, mtimeNs, ino, remote } = agreed(id);
  return {
    id: fileId(id),
    opId: opId(op),
    replaces: remote,
    path: null,
    stated: place,
    category,
    name,
    hash: hashOf('b'),
    size,
    mtimeNs,
    ino,
    due: size,
    basedOn: [],
    ...fields,
  };
}

export function attempt(key: string, fields: Partial<Attempt> = {}): Attempt {
  return {
    key,
    path: key,
    action: 'create',
    code: 'service-error',
    message: 'The service answered 500.',
    hint: 'Close it there.',
    tries: 1,
    nextAt: 5000,
    state: 'as it is',
    since: 1000,
    ...fields,
  };
}

export function found(look: Look, fields: Partial<FoundProblem> = {}): FoundProblem {
  const said = { path: '', code: 'unreadable', message: 'It cannot be read.', hint: '', ...fields } as const;
  return { ...attempt(foundKey(look, said, 0)), nextAt: null, ...said, action: 'observe' };
}

export function activity(at: number, fields: Partial<Activity> = {}): Activity {
  return {
    at,
    site: SITE,
    file: null,
    path: 'a.pdf',
    action: 'upload',
    reason: 'created',
    bytes: 1,
    ...fields,
  };
}

/** Takes a scan over, by default one of everything. Returns how many rows it dropped. */
export function finished(scanning: ScanWriter, end: Partial<ScanEnd> = {}): number {
  const steps = scanning.finish({ scope: null, standing: [], unreadable: [], at: 1, ...end });
  return [...steps].reduce((sum, { dropped }) => sum + dropped, 0);
}

/** Takes each step of a listing's end. Returns how many rows they dropped. */
export function allSteps(steps: Iterable<number>): number {
  return [...steps].reduce((sum, dropped) => sum + dropped, 0);
}
