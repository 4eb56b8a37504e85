import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { argumentsOf, say } from '../harness/child.ts';
import {
  contentOf,
  durably,
  filesBelow,
  openTrees,
  send,
  type Content,
  type Seen,
  type Told,
} from './by-the-rules.ts';
import { inLanes } from './lanes.ts';

/**
 * The least work for a first upload by the rules: each file is the same before and after it is read, its intent is on
 * the disk before the POST, and the results are written a hundred at a time.
 */
const { folder, url, database, lanes } = argumentsOf() as {
  folder: string;
  url: string;
  database: string;
  lanes: number;
};
/** Intents that are flushed together, and answers that are written together: about as many as in SiteSync. */
const READ_TOGETHER = 256;
const WRITTEN_TOGETHER = 100;

interface Ready extends Content {
  readonly file: Seen;
  readonly opId: string;
}

const trees = openTrees(database);
const files = filesBelow(folder);
trees.db.transaction(() => files.forEach(trees.addLocal))();
const pool = new Pool(url, { connections: lanes });
let answers: (readonly [Told, Ready])[] = [];
for (let from = 0; from < files.length; from += READ_TOGETHER) {
  const ready = files
    .slice(from, from + READ_TOGETHER)
    .map((file): Ready => ({ file, opId: randomUUID(), ...contentOf(folder, file) }));
  durably(trees, () => ready.forEach(({ file, opId, sha256 }) => trees.noteIntent(opId, file, sha256)));
  await inLanes(ready, lanes, async (each) => {
    const record = await send(pool, 'POST', '/api/v1/files/', each.file, each, each.opId);
    answers.push([record, each]);
    if (answers.length === WRITTEN_TOGETHER) writeAnswers();
  });
}
writeAnswers();
trees.db.close();
await pool.close();
say({ files: files.length });

function writeAnswers(): void {
  const some = answers;
  answers = [];
  trees.db.transaction(() => {
    for (const [record, { file, sha256, opId }] of some) trees.agree(record, file, sha256, opId);
  })();
}
