import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RowsRead } from '../../../main/adapters/rest/pages/rows-read.ts';
import { parseJson } from '../../../shared/model/json.ts';
import { parseSiteFile, rowsOf } from '../../../main/adapters/rest/dialect.ts';
import { ListingRun } from '../../../main/sync/observe/listing-run.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import type { FetchedPage, KnownRows } from '../../../main/sync/ports/service.ts';
import { ok } from '../../../shared/failure.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { MirrorHome } from './mirror-home.ts';
import { fileId, OTHER, SITE } from '../../support/model-values.ts';

/**
 * Listings of a service that changes at random, between them and while they run, with other hands that write and listings
 * that break off: once one was complete and nothing happened beside it, the remote tree is what the service lists.
 */

interface Row {
  readonly id: string;
  readonly version: number;
  readonly kind: 'usual' | 'shuffled' | 'elsewhere' | 'odd' | 'siteless';
}

const id = fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8');
const put = fc.record({
  do: fc.constant('put' as const),
  id,
  version: fc.nat(1),
  kind: fc.constantFrom<Row['kind'][]>(
    'usual',
    'usual',
    'usual',
    'usual',
    'shuffled',
    'elsewhere',
    'odd',
    'siteless',
  ),
});
const remove = fc.record({ do: fc.constant('remove' as const), id });
const turnRound = fc.record({ do: fc.constant('turn round' as const) });
const commit = fc.record({ do: fc.constant('commit' as const), id, version: fc.option(fc.nat(2)) });
const reopen = fc.record({ do: fc.constant('reopen' as const) });
const edit = fc.record({
  do: fc.constant('put' as const),
  id,
  version: fc.nat(1),
  kind: fc.constant('usual' as const),
});
const beside = fc.oneof({ arbitrary: edit, weight: 3 }, remove, commit);
const list = fc.record({
  do: fc.constant('list' as const),
  size: fc.constantFrom(3, 3, 3, 4, 20),
  counts: fc.constantFrom(true, true, false),
  signs: fc.constantFrom(false, false, false, true),
  /** After how many pages. */
  breaksOff: fc.option(fc.nat(2), { freq: 1 }),
  meanwhile: fc.array(fc.record({ page: fc.nat(3), what: beside }), { maxLength: 2 }),
});
const history = fc.array(
  fc.oneof({ arbitrary: put, weight: 4 }, remove, turnRound, commit, reopen, { arbitrary: list, weight: 6 }),
  { maxLength: 30 },
);

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
type List = Drawn<typeof list>;
type Beside = Drawn<typeof beside> | Drawn<typeof put>;

const USUAL: List = { do: 'list', size: 3, counts: true, signs: false, breaksOff: null, meanwhile: [] };
const TURNS = { now: () => 1, sleep: async () => undefined };
const START: readonly Row[] = ['1', '2', '3', '4', '5', '6'].map((each) => ({
  id: each,
  version: 0,
  kind: 'usual',
}));
let signed = 0;

function jsonOf({ id: own, version, kind }: Row, signs: boolean): object {
  const site = kind === 'siteless' ? {} : { site: kind === 'elsewhere' ? OTHER : SITE };
  const fields = { name: kind === 'odd' ? '' : `${own}-${version}.txt`, size_bytes: version };
  const link = signs ? { download_url: `https://example.test/?sign=${(signed += 1)}` } : {};
  return kind === 'shuffled'
    ? { ...fields, ...link, ...site, id: own }
    : { id: own, ...site, ...fields, ...link };
}

function recordOf(row: Row): SiteFile {
  const parsed = parseSiteFile(jsonOf(row, false), SITE);
  if (!parsed.ok) throw new Error(parsed.odd.why);
  return parsed.value;
}

/** One computer, and what the service has. */
class Run {
  #rows = START;
  #mirror: Mirror;
  readonly #opens: () => Mirror;

  constructor(opens: () => Mirror) {
    this.#opens = opens;
    this.#mirror = opens();
  }

  /** Ends with a listing beside which nothing happens. */
  async play(steps: Drawn<typeof history>): Promise<void> {
    for (const step of steps) {
      if (step.do === 'turn round') this.#rows = this.#rows.toReversed();
      else if (step.do === 'reopen') this.#mirror = this.#opens();
      else if (step.do === 'list') await this.#list(step);
      else this.#do(step);
    }
    await this.#list(USUAL);
  }

  #do(step: Beside): void {
    if (step.do === 'commit') {
      const { version } = step;
      const own = { id: step.id, version: version ?? 0, kind: 'usual' } as const;
      this.#mirror.commit(SITE, [
        version === null ? { dropRemote: fileId(step.id) } : { remote: recordOf(own) },
      ]);
      return;
    }
    const at = this.#rows.findIndex((row) => row.id === step.id);
    if (step.do === 'remove') this.#rows = this.#rows.filter((row) => row.id !== step.id);
    else if (at < 0) this.#rows = [step, ...this.#rows];
    else this.#rows = this.#rows.with(at, step);
  }

  async #list({ size, counts, signs, breaksOff, meanwhile }: List): Promise<void> {
    const run = new ListingRun(TURNS, SITE, size, this.#mirror.beginListing(SITE));
    for (let place = 0, ask = run.next; ask !== null; ask = run.next, place++) {
      if (place === breaksOff) return run.leave();
      const { offset, limit } = ask;
      const results = this.#rows.slice(offset, offset + limit).map((row) => jsonOf(row, signs));
      const body = counts ? { count: this.#rows.length, results } : results;
      for (const { page, what } of meanwhile) if (page === place) this.#do(what);
      expect((await run.take(ask, fetched(JSON.stringify(body), { offset, limit }))).ok).toBe(true);
    }
    const { complete } = await run.end(1, true);
    if (complete && meanwhile.length === 0) this.#compare();
    else if (meanwhile.length === 0) throw new Error('It is not complete.');
  }

  #compare(): void {
    const { remote } = this.#mirror.trees(SITE);
    for (const row of this.#rows) {
      const found = remote.get(fileId(row.id))?.fingerprint;
      if (row.kind === 'elsewhere') expect([row.id, found]).toEqual([row.id, undefined]);
      else if (row.kind !== 'odd') expect([row.id, found]).toEqual([row.id, recordOf(row).fingerprint]);
    }
    const listed = new Set<string>(this.#rows.map((row) => row.id));
    expect([...remote.keys()].filter((each) => !listed.has(each))).toEqual([]);
  }
}

function fetched(text: string, asked: { readonly offset: number; readonly limit: number }): FetchedPage {
  return {
    version: text,
    read: async (known: KnownRows) => {
      const read = new RowsRead(SITE, Buffer.from(text), 'release', known);
      const look = read.look();
      let next = look.next();
      while (next.done !== true) next = look.next();
      const json = parseJson(next.value);
      for (const row of rowsOf(json) ?? []) read.take(row);
      return ok(read.page(json, asked));
    },
  };
}

let home: MirrorHome;

beforeEach(() => {
  home = new MirrorHome();
});

afterEach(() => home.remove());

/** A data folder that is as new. */
function renewed(): () => Mirror {
  home.remove();
  home = new MirrorHome();
  return () => {
    home.close();
    return home.open();
  };
}

describe.each([
  ['on the disk', renewed, 25],
  [
    'in memory',
    () => {
      const mirror = new MemoryMirror();
      return () => mirror;
    },
    400,
  ],
])('the mirror %s', (_, made, numRuns) => {
  it('is what the service lists, whatever came before', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        await new Run(made()).play(steps);
      }),
      { numRuns },
    );
  });

  it('drops what the service lists as of another site, though another hand wrote it while that was listed', async () => {
    await new Run(made()).play([
      { do: 'put', id: '3', version: 0, kind: 'elsewhere' },
      { ...USUAL, meanwhile: [{ page: 0, what: { do: 'commit', id: '3', version: 0 } }] },
    ]);
  });

  it('reads a record again that came as another at the end of one page and the beginning of the next', async () => {
    const edited: Drawn<typeof edit> = { do: 'put', id: '3', version: 1, kind: 'usual' };
    await new Run(made()).play([
      { ...USUAL, meanwhile: [{ page: 0, what: edited }] },
      { ...edited, version: 0 },
      { do: 'remove', id: '1' },
    ]);
  });
});
