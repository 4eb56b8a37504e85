import { listSite } from '../../../main/sync/observe/listing.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { watchLoop } from './loop-watch.ts';
import { must } from '../../support/must.ts';
import { open } from './open.ts';

/** Lists a site that the mirror knows completely: every page is parsed and checked, and nothing is written. */
const { data, url } = argumentsOf() as { data: string; url: string };
const { program, context } = await open(data, url);
const [site] = program.mirror.followed();
if (site === undefined) throw new Error('No site is followed');
const writes = program.mirror.writes;
const loop = watchLoop();
const started = performance.now();
const listed = must(await listSite(context, site.id));
const listMs = performance.now() - started;
const figures = loop.figures();
if (!listed.complete || program.mirror.writes !== writes) throw new Error('The listing was not unchanged');
await program.close();
say({ listMs, ...figures });
