import { openProgram } from '../../../main/hosts/compose/compose.ts';
import { listSite } from '../../../main/sync/observe/listing.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { must } from '../../support/must.ts';

/** Takes the service's list of a site over into a new mirror, and says how it went: `<data> <url> <site>`. */
const [data = '', baseUrl = '', site = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const program = must(
  await openProgram({
    data,
    baseUrl,
    token: process.env['SITESYNC_TOKEN'] ?? null,
    signal,
    stopping: signal,
    log: () => undefined,
    warn: () => undefined,
  }),
);
const context = must(await program.context());
const { complete } = must(await listSite(context, site as SiteId));
const { remote } = program.mirror.counts(site as SiteId);
process.stdout.write(`${complete ? 'complete' : 'partial'}, ${remote} records\n`);
await program.close();
