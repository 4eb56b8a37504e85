import { ok } from '../../shared/failure.ts';
import type { AppState } from '../../shared/ipc/app.ts';
import type { Handlers } from '../../shared/ipc/server.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { AppContext } from './context.ts';
import type { ChangeFeed } from './feed/change-feed.ts';

export interface DiagnosticsFacts {
  readonly version: string;
  readonly runtime: string;
  /** A short digest of a name: the same name gives the same text, and no way leads back. */
  readonly digest: (name: string) => string;
  readonly log: () => readonly string[];
  /** Where the token is kept; `given`: nowhere, it came with the start of the program. */
  readonly tokenKept: () => NonNullable<AppState['account']['kept']>;
}

/** What support needs: logs and facts about the database, with names hashed, and never a token. */
export function diagnosticsCommand(
  app: AppContext,
  changeFeed: ChangeFeed,
  facts: DiagnosticsFacts,
): Pick<Handlers, 'diagnostics.export'> {
  return {
    'diagnostics.export': async () => {
      const { mirror, env } = app;
      const at = new Date(env.now()).toISOString();
      const hide = hiding(namesOf(app), facts.digest);
      const sites = mirror.followed().map((site) => {
        const { listing, listingFault, listedAt, scannedAt, syncedAt, held } = mirror.siteState(site.id);
        const attempts = mirror.problems(site.id).map(({ path, code, action, tries, nextAt, since }) => ({
          path: facts.digest(path),
          code,
          action,
          tries,
          nextAt,
          since,
        }));
        return {
          site: facts.digest(site.id),
          keep: site.keep,
          paused: site.paused,
          rows: mirror.counts(site.id),
          counts: countsOf(changeFeed, site.id),
          intents: mirror.intents(site.id).length,
          listing,
          listingFault,
          listedAt,
          scannedAt,
          syncedAt,
          held: held?.count ?? 0,
          attempts,
        };
      });
      const report = {
        at,
        version: facts.version,
        runtime: facts.runtime,
        platform: env.platform,
        tokenKept: facts.tokenKept(),
        knownSites: mirror.sites().length,
        sites,
        log: facts.log().map(hide),
      };
      const text = JSON.stringify(report, null, 2);
      return ok({ name: `sitesync-diagnostics-${at.slice(0, 19).replaceAll(':', '')}.json`, text });
    },
  };
}

function countsOf(changeFeed: ChangeFeed, id: SiteId): Record<string, number> {
  const counts = changeFeed.counts.get(id);
  return counts === undefined
    ? {}
    : { pending: counts.pending, issues: counts.issues, conflicts: counts.conflicts };
}

/** The longest first: a folder's name may contain its site's, and replacing that first would leave the rest readable. */
function namesOf(app: AppContext): readonly string[] {
  return app.mirror
    .sites()
    .flatMap((site) => [site.id, site.name])
    .concat(app.mirror.followed().map((site) => site.folder))
    .sort((a, b) => b.length - a.length);
}

/** All in one pass: the digest of one name must not be taken for a part of another. */
function hiding(names: readonly string[], digest: (name: string) => string): (line: string) => string {
  const long = names.filter((name) => name.length >= 3).map(patternOf);
  if (long.length === 0) return (line) => line;
  const any = new RegExp(long.join('|'), 'g');
  return (line) => line.replaceAll(any, (name) => digest(name));
}

/** Letters of a name that are looked for: some longer ones are more than a regular expression can be made of. */
const LONGEST = 1000;

/**
 * If a name is cut, what follows it goes as well, up to the end of the line: for the most part that is the rest of it.
 */
function patternOf(name: string): string {
  return name.length <= LONGEST ? escaped(name) : `${escaped(name.slice(0, LONGEST))}[^]*`;
}

/** Escapes a text for a regular expression. */
function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
