import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { assembleMirror } from '../../../main/adapters/sqlite/assemble.ts';
import { Connection } from '../../../main/adapters/sqlite/connection.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { MirrorHome } from './mirror-home.ts';
import { followed, SITE } from '../../support/model-values.ts';

let home: MirrorHome;
let db: Database.Database;
let mirror: Mirror;

beforeEach(() => {
  home = new MirrorHome();
  // Makes the tables.
  home.open().close();
  db = new Database(home.file);
  const connection = new Connection(db, {});
  mirror = assembleMirror(connection, () => connection.close());
  mirror.follow(followed(SITE));
});

afterEach(() => {
  mirror.close();
  home.remove();
});

const triggers = (): unknown =>
  db.prepare("SELECT count(*) FROM temp.sqlite_schema WHERE type = 'trigger'").pluck().get();

it('has triggers only while writes of a site are noted', () => {
  expect(triggers()).toBe(0);
  mirror.noteChanges(followed(SITE));
  const armed = triggers();
  expect(armed).toBeGreaterThan(0);
  mirror.noteUnsettled(SITE, { ids: [], paths: [] });
  expect(triggers()).toBe(armed);
  mirror.noteChanges(followed(SITE));
  mirror.noteUnsettled(SITE, null);
  expect(triggers()).toBe(0);
});
