import type { SiteId } from '../../shared/model/ids.ts';
import type { MemoryService } from '../support/memory/service/service.ts';
import type { Identities } from './identities.ts';
import { text, UNSENT } from './laptop-files.ts';
import type { Ledger } from './ledger.ts';
import { PAGE_SIZE, type SimLaptop } from './sim-laptop.ts';

/** Files that a page of the listing adds to the one before: it overlaps that one by a row. */
const A_PAGE = PAGE_SIZE - 1;
/** More requests than this in a sync at rest, beside those for the pages of the listing, are a loop. */
const REQUESTS_AT_REST = 3;

/** What must hold when the edits are over and everyone has synced: says what does not. */
export async function judgeEnd(
  laptops: readonly SimLaptop[],
  service: MemoryService,
  site: SiteId,
  { ledger, identities }: { readonly ledger: Ledger; readonly identities: Identities },
  {
    unknowable,
    keepsLines,
    isFollowed,
    isOwedAsFile,
    hasCopies,
  }: {
    readonly unknowable: boolean;
    readonly keepsLines: boolean;
    readonly isFollowed: boolean;
    readonly isOwedAsFile: boolean;
    /** Older copies of a site's folder may have taken its place. */
    readonly hasCopies: boolean;
  },
): Promise<readonly string[]> {
  return [
    ...lost(laptops, service, ledger),
    ...(isOwedAsFile ? trashed(laptops, service, site, ledger) : []),
    ...(keepsLines ? buried(laptops, service, site, ledger) : []),
    ...(unknowable ? [] : doubled(service, site, ledger, hasCopies)),
    ...(isFollowed ? identities.lost() : []),
    ...unequal(laptops, service, site),
    ...(await restless(laptops, service, site)),
  ];
}

/** Every byte string that somebody wrote and nobody gave up is in a file, a trash or the service. */
function lost(laptops: readonly SimLaptop[], service: MemoryService, ledger: Ledger): readonly string[] {
  const kept = new Set<string>();
  for (const file of service.files()) kept.add(text(file.content));
  for (const laptop of laptops) {
    const { files, trash } = laptop.disk.snapshot(laptop.folder);
    for (const bytes of [...files.values(), ...trash.values(), ...laptop.folders.leftAway()])
      kept.add(text(bytes));
  }
  return ledger.owed().flatMap((content) => (kept.has(content.trimEnd()) ? [] : [`lost: ${content}`]));
}

/** What lies on the service, or in a folder that was taken away, and is no trash. */
function lying(laptops: readonly SimLaptop[], service: MemoryService, site: SiteId): ReadonlySet<string> {
  const away = laptops.flatMap(({ folders }) => [...folders.leftAway({ ofPerson: true })]);
  return new Set([...service.files(site).map((file) => file.content), ...away].map(text));
}

/**
 * What two computers sent over each other unseen are two files, none of them in a trash alone. A record that is deleted
 * in such a moment tells nobody whose version it was. A folder that was taken away takes with it what was written there.
 */
function buried(
  laptops: readonly SimLaptop[],
  service: MemoryService,
  site: SiteId,
  ledger: Ledger,
): readonly string[] {
  const there = lying(laptops, service, site);
  return ledger
    .overwritten()
    .flatMap(([content, id]) =>
      there.has(content) || service.file(id) === null || ledger.isBinned(content)
        ? []
        : [`overwritten: ${content}`],
    );
}

/** Nothing that nobody gave up is in a trash alone: a newer version would be there that an older one replaced. */
function trashed(
  laptops: readonly SimLaptop[],
  service: MemoryService,
  site: SiteId,
  ledger: Ledger,
): readonly string[] {
  const there = lying(laptops, service, site);
  return ledger
    .owed()
    .flatMap((content) =>
      there.has(content.trimEnd()) || ledger.isRaced(content) || ledger.isBinned(content)
        ? []
        : [`in a trash alone: ${content}`],
    );
}

/**
 * One record for each file that was made. Conflict copies are files of their own. What a person deleted comes back with each
 * copy of the folder in which it still lies: two laptops may make a record of it before they see each other's.
 */
function doubled(
  service: MemoryService,
  site: SiteId,
  ledger: Ledger,
  hasCopies: boolean,
): readonly string[] {
  const mayComeBack = (content: string): boolean => hasCopies && ledger.isGivenUp(content);
  const names = new Map<string, string[]>();
  for (const file of service.files(site)) {
    if (file.name.includes('(conflict ')) continue;
    const content = text(file.content);
    names.set(content, [...(names.get(content) ?? []), `${file.category}/${file.name}`]);
  }
  return [...names].flatMap(([content, all]) =>
    // What nobody wrote was left by a disk that filled up in the middle of a save.
    ledger.filesOf(content) > 0 && all.length > ledger.filesOf(content) && !mayComeBack(content)
      ? [`${all.length} records of ${content}: ${all.join(', ')}`]
      : [],
  );
}

/** All laptops and the service hold the same files. */
function unequal(laptops: readonly SimLaptop[], service: MemoryService, site: SiteId): readonly string[] {
  const there = service
    .files(site)
    .map((file) => text(file.content))
    .toSorted();
  return laptops
    .filter((laptop) => !hasTwoSpellings(laptop, site))
    .flatMap((laptop) => {
      const here = [...laptop.disk.snapshot(laptop.folder).files]
        .flatMap(([path, bytes]) => (UNSENT.ignoresAnywhere(path) ? [] : [text(bytes)]))
        .toSorted();
      if (JSON.stringify(here) === JSON.stringify(there)) return [];
      const problems = laptop.mirror.problems(site).map((attempt) => `${attempt.path}: ${attempt.message}`);
      const only = (of: readonly string[], not: readonly string[]): string =>
        of.filter((each) => !not.includes(each)).join(', ');
      return [
        `${laptop.name} has ${here.length} files, the service ${there.length}; only here: ${only(here, there)}; only there: ${only(there, here)}; ${problems.join(' | ')}`,
      ];
    });
}

/** A further sync of what is in step says so, sends and fetches nothing, and asks little. */
async function restless(
  laptops: readonly SimLaptop[],
  service: MemoryService,
  site: SiteId,
): Promise<readonly string[]> {
  const broken: string[] = [];
  // Of a service that ignores filters the list holds what is elsewhere, too.
  const most = Math.ceil(service.files().length / A_PAGE) + REQUESTS_AT_REST;
  for (const laptop of laptops.filter((each) => !hasTwoSpellings(each, site))) {
    const before = { ...counts(laptop) };
    const report = await laptop.sync(true);
    const after = counts(laptop);
    if (report.state !== 'in-sync')
      broken.push(
        `${laptop.name} is ${report.state}: ${report.sites.flatMap((each) => each.problems.map((problem) => problem.message)).join(' | ')}`,
      );
    if (after.writes > before.writes) broken.push(`${laptop.name} still writes to the service`);
    if (after.downloads > before.downloads) broken.push(`${laptop.name} still downloads`);
    if (after.mirror > before.mirror) broken.push(`${laptop.name} still writes to its mirror`);
    if (after.requests - before.requests > most)
      broken.push(`${laptop.name} asks ${after.requests - before.requests} times although nothing changed`);
  }
  return broken;
}

/** Two spellings of one name, made in the same moment on both sides: the person is told and renames one. */
function hasTwoSpellings(laptop: SimLaptop, site: SiteId): boolean {
  return laptop.mirror.problems(site).some((attempt) => attempt.code === 'bad-name');
}

function counts(laptop: SimLaptop) {
  return {
    writes: laptop.writes,
    downloads: laptop.downloads,
    mirror: laptop.mirror.writes,
    requests: laptop.client.requests,
  };
}
