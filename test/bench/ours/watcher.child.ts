import { createWatcher } from '../../../main/adapters/watch/watch.ts';
import { ignoreRules } from '../../../main/engine/ignore/ignore-rules.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { must } from '../../support/must.ts';

/** The watcher alone, until it sees every change. */
const { folder } = argumentsOf() as { folder: string };
const before = process.memoryUsage().rss;
const started = performance.now();
const watch = createWatcher().watch(folder, ignoreRules([], '').ignoresAnywhere, () => undefined);
must(await watch.ready);
const readyMs = performance.now() - started;
const moreMiB = (process.memoryUsage().rss - before) / 2 ** 20;
await watch.close();
say({ readyMs, moreMiB });
