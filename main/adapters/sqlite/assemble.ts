import type { Mirror, MirrorReader } from '../../sync/ports/mirror.ts';
import type { DatamodelStore } from '../../datamodel/ports.ts';
import type { SeriesStore, ViewStore } from '../../series/ports.ts';
import type { Connection } from './connection.ts';
import { activityReads, activityWrites } from './tables/steps/activity.ts';
import { agreementReads } from './tables/trees/agreements.ts';
import { problemReads, problemWrites } from './tables/steps/problems.ts';
import { choiceReads, choiceWrites } from './tables/sites/choices.ts';
import { changedReads } from './tables/trees/changed.ts';
import { commitWrites } from './tables/steps/commits.ts';
import { datamodelFiles } from './tables/series/datamodel-files.ts';
import { datamodelNotes } from './tables/series/datamodel-notes.ts';
import { driveTable } from './tables/sites/drives.ts';
import { forbiddenFolderTable } from './tables/sites/forbidden-folders.ts';
import { folderGenerations } from './tables/sites/folder-generations.ts';
import { FolderVersions } from './tables/scan/folder-versions.ts';
import { followedReads, followedWrites } from './tables/sites/followed.ts';
import { ignoredByReads, ignoredByWrites } from './tables/sites/ignored-by.ts';
import { intentReads, intentWrites } from './tables/steps/intents.ts';
import { leftOutReads, leftOutWrites } from './tables/sites/left-out.ts';
import { ListedPages } from './tables/listing/listed-pages.ts';
import { listingWrites } from './tables/listing/listing.ts';
import { hashReads, hashTurns, hashWrites } from './tables/scan/local-hashes.ts';
import { OpenListings } from './tables/listing/open-listings.ts';
import { OpenScans } from './tables/scan/open-scans.ts';
import { notedBytesReads, notedBytesWrites } from './tables/steps/noted-bytes.ts';
import { OpenUpdates, openUpdateReads } from './tables/steps/open-updates.ts';
import { recordReads, recordWriter } from './tables/listing/records.ts';
import { savedViews } from './tables/series/saved-views.ts';
import { scanWrites } from './tables/scan/scan.ts';
import { sentBytesReads } from './tables/steps/sent-bytes.ts';
import { seriesReads } from './tables/series/series-reads.ts';
import { seriesWrites } from './tables/series/series-writes.ts';
import { settingReads, settingWrites } from './tables/settings.ts';
import { siteKeyMaker, siteKeys, type SiteKeys } from './tables/site-keys.ts';
import { stateReads, stateWrites } from './tables/sites/site-state.ts';
import { siteReads, siteWrites } from './tables/sites/sites.ts';
import { someTreeReads } from './tables/trees/some-rows.ts';
import { treeReads } from './tables/trees/trees.ts';
import { unsettledReads } from './tables/trees/unsettled.ts';

/**
 * Prepares every statement, so that a file without our tables is noticed when it is opened and not in the middle of a
 * sync.
 */
export function assembleReader(db: Connection, close: () => void): MirrorReader {
  return reads(db, siteKeys(db), close);
}

function reads(
  db: Connection,
  keys: SiteKeys,
  close: () => void,
): MirrorReader & Pick<Mirror, 'unsettledInTurns' | 'agreement' | 'agreedAt'> {
  const trees = treeReads(db, keys);
  return {
    ...settingReads(db),
    ...siteReads(db),
    ...followedReads(db),
    ...trees,
    ...someTreeReads(db, keys),
    ...agreementReads(db, keys),
    ...unsettledReads(db, keys, trees.counts),
    ...recordReads(db, keys),
    ...hashReads(db, keys),
    ...intentReads(db, keys),
    ...notedBytesReads(db, keys),
    ...openUpdateReads(db, keys),
    ...sentBytesReads(db, keys),
    ...problemReads(db, keys),
    ...ignoredByReads(db, keys),
    ...leftOutReads(db, keys),
    ...choiceReads(db, keys),
    ...stateReads(db, keys),
    ...activityReads(db),
    close,
  };
}

export function assembleMirror(db: Connection, close: () => void): Mirror {
  const keys = siteKeyMaker(db);
  const records = recordWriter(db);
  const nextHashTurn = hashTurns(db);
  const problems = problemWrites(db, keys);
  const choices = choiceWrites(db, keys);
  const activity = activityWrites(db);
  const writes = { ...problems, ...choices, ...activity };
  const folders = new FolderVersions(db);
  const scans = new OpenScans(folders);
  const pages = new ListedPages(db);
  const listings = new OpenListings();
  const updates = new OpenUpdates(db, keys);
  const parts = { records: pages.outdatedBy(records, listings), nextHashTurn, writes, scans, updates };
  const reader = reads(db, keys, close);
  const settings = settingWrites(db);
  return {
    ...reader,
    ...changedReads(db, keys, reader),
    openUpdates: updates.openUpdates,
    ...settings,
    ...siteWrites(db),
    ...followedWrites(db, keys, settings),
    ...listingWrites(db, keys, records, pages, listings),
    ...scanWrites(db, keys, scans, folders),
    ...hashWrites(db, keys, nextHashTurn),
    ...commitWrites(db, keys, parts),
    ...folderGenerations(db, keys),
    ...driveTable(db, keys),
    ...forbiddenFolderTable(db, keys),
    ...ignoredByWrites(db, keys),
    ...leftOutWrites(db, keys),
    ...intentWrites(db, keys),
    ...notedBytesWrites(db, keys),
    ...stateWrites(db, keys),
    ...writes,
    flushed: () => db.flushed(),
    distrust: (why) => db.distrust(why),
    get writes() {
      return db.writes;
    },
  };
}

export function assembleSeries(db: Connection): SeriesStore {
  return { ...seriesReads(db), ...seriesWrites(db) };
}

export function assembleViews(db: Connection): ViewStore {
  return savedViews(db);
}

export function assembleDatamodels(db: Connection): DatamodelStore {
  return { ...datamodelNotes(db), ...datamodelFiles(db, siteKeys(db)) };
}
