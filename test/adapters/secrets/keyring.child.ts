import { openSecrets } from '../../../main/adapters/secrets/secrets.ts';
import { secretsSuite } from './secrets-suite.ts';

/** Runs the suite against whatever this session offers and prints one JSON object; run inside a desktop session. */
const secrets = await openSecrets({ dir: process.argv[2] ?? '' });
const results: Record<string, string> = {};
for (const { name, run } of secretsSuite) {
  results[name] = await run(secrets).then(
    () => 'passed',
    (error: unknown) => String(error),
  );
}
console.log(JSON.stringify({ kind: secrets.kind, warning: secrets.warning, results }));
