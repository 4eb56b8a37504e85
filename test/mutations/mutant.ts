/** One guard switched off: a textual patch of one file, and the tests that belong to the guard. */
export interface Mutant {
  /** Number of the rule in the design; 0: of what it says of the hosts. */
  readonly rule: number;
  /** What is switched off, in words. */
  readonly off: string;
  /** Relative to the checkout. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** A second lock on the same door, taken off with it. */
  readonly also?: { readonly from: string; readonly to: string };
  /** Test files, in the order in which they are asked; the first failure is enough. */
  readonly tests: readonly string[];
  /** Only the tests whose names match, where a file holds many slow ones. */
  readonly only?: string;
}

const ENGINE = 'test/engine';

/** Groups of tests that several mutants name. */
export const TESTS = {
  table: `${ENGINE}/plan/plan-table.test.ts`,
  histories: `${ENGINE}/plan/plan-property.test.ts`,
  regressions: `${ENGINE}/plan/plan-regressions.test.ts`,
  lineage: `${ENGINE}/compare/lineage.test.ts`,
  notedBytes: `${ENGINE}/compare/noted-bytes.test.ts`,
  movedEdited: `${ENGINE}/plan/moved-edited.test.ts`,
  sentFirst: `${ENGINE}/plan/sent-first.test.ts`,
  traded: `${ENGINE}/compare/traded-places.test.ts`,
  fileAndFolder: `${ENGINE}/plan/file-and-folder.test.ts`,
  folderCase: `${ENGINE}/plan/folder-case.test.ts`,
  leftPlaces: 'test/simulation/guards/left-places.test.ts',
  editedHere: 'test/simulation/guards/edited-here.test.ts',
  ignored: 'test/simulation/guards/ignored.test.ts',
  seenInPart: 'test/simulation/guards/seen-in-part.test.ts',
  unlistedFolder: 'test/simulation/guards/unlisted-folder.test.ts',
  overwritten: 'test/simulation/guards/overwritten.test.ts',
  sameMoment: 'test/scenario/laptops/same-moment.test.ts',
  crossed: 'test/simulation/guards/crossed-creates.test.ts',
  crossedCases: 'test/simulation/guards/crossed-cases.test.ts',
  tradedNames: 'test/scenario/names/traded-names.test.ts',
  slowUpdates: 'test/simulation/guards/slow-updates.test.ts',
  listing: `${ENGINE}/guards/listing-check.test.ts`,
  mirror: 'test/adapters/sqlite/mirror.test.ts',
  flush: 'test/adapters/sqlite/log-flush.alone.test.ts',
  flushedFirst: 'test/scenario/folders/flushed-first.test.ts',
  olderDatabase: 'test/scenario/mirror/older-database.test.ts',
  freeing: 'test/simulation/guards/freeing.test.ts',
  otherCase: 'test/simulation/guards/other-case.test.ts',
  broken: 'test/scenario/mirror/broken-mirror.test.ts',
  knownPages: 'test/scenario/service/known-pages.test.ts',
  rehash: 'test/scenario/watching/rehash.test.ts',
  trickle: 'test/scenario/watching/trickle.test.ts',
  massDelete: `${ENGINE}/guards/mass-delete-guard.test.ts`,
  intents: `${ENGINE}/open/intents.test.ts`,
  openCreates: `${ENGINE}/open/open-creates.test.ts`,
  lostUpdates: 'test/simulation/guards/lost-updates.test.ts',
  names: `${ENGINE}/names/local-names.test.ts`,
  ignoreRules: `${ENGINE}/ignore/ignore-rules.test.ts`,
  implied: `${ENGINE}/names/implied-path.test.ts`,
  leftovers: `${ENGINE}/plan/leftovers.test.ts`,
  backOff: `${ENGINE}/times/back-off.test.ts`,
  laptops: 'test/scenario/laptops/two-laptops.test.ts',
  variations: 'test/scenario/service/variations.test.ts',
  deletes: 'test/simulation/guards/deletes.test.ts',
  folders: 'test/simulation/guards/folders.test.ts',
  otherToken: 'test/simulation/guards/other-token.test.ts',
  copyInPlace: 'test/simulation/guards/copy-in-place.test.ts',
  imageInPlace: 'test/simulation/guards/image-in-place.test.ts',
  copyWithoutInodes: 'test/simulation/guards/copy-without-inodes.test.ts',
  mergedMeanwhile: 'test/simulation/guards/merged-meanwhile.test.ts',
  sinceMerge: 'test/simulation/guards/seen-since-merge.test.ts',
  forbidden: 'test/simulation/guards/forbidden-folders.test.ts',
  writes: 'test/simulation/guards/writes.test.ts',
  transfers: 'test/simulation/guards/transfers.test.ts',
  patience: 'test/simulation/guards/patience.test.ts',
  found: 'test/simulation/guards/found.test.ts',
  cutOffPlacing: 'test/simulation/guards/cut-off-placing.test.ts',
  cutOffGivingWay: 'test/simulation/guards/cut-off-giving-way.test.ts',
  late: 'test/simulation/guards/late-creates.test.ts',
  lateListings: 'test/simulation/guards/late-listings.test.ts',
  floods: 'test/hostile/floods.test.ts',
  crawl: 'test/hostile/crawl.test.ts',
  inFlight: 'test/scenario/sending/in-flight.test.ts',
  firstOfWatch: 'test/cli/sync/first-of-watch.test.ts',
  beside: 'test/scenario/pacing/beside-large.test.ts',
  photos: 'test/scenario/pacing/beside-photos.test.ts',
  slots: 'test/scenario/pacing/slots.test.ts',
  bothDirections: 'test/scenario/pacing/both-directions.test.ts',
  busy: 'test/scenario/pacing/busy-cycles.test.ts',
  siteFolder: 'test/hosts/folders/site-folder.test.ts',
  handedOver: 'test/adapters/disk/own-files/handed-over.test.ts',
  wayNow: 'test/adapters/disk/paths/way-now.test.ts',
  space: 'test/scenario/folders/space-allocator.test.ts',
  token: 'test/adapters/rest/requests/token-and-redirects.test.ts',
  downloads: 'test/adapters/rest/transfers/downloads.test.ts',
  baseUrl: 'test/adapters/rest/base-url.test.ts',
} as const;
