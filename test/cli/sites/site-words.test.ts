import { describe, expect, it } from 'vitest';
import { timeText } from '../../../main/hosts/system/time-text.ts';
import { SITE } from '../../support/laptop.ts';
import { homeForEach, runIn } from '../home.ts';

const at = homeForEach();
const { run, inStep } = at;

describe('what commands say of sites', () => {
  it('says so where the service lists no site', async () => {
    at.service.set({ emptySiteList: true });
    const { status, stdout, stderr } = await run('sites');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe('The service lists no site for you. Ask whoever manages it for access.\n');
  });

  it('knows a site by its name in any case, and once it is kept also without the service', async () => {
    const kept = await run('follow', 'harbour house', '--json');
    expect(JSON.parse(kept.stdout)).toMatchObject({ ok: true, site: SITE, name: 'Harbour House' });
    for (const args of [['Harbour House'], ['--site', 'HARBOUR HOUSE'], [SITE]]) {
      const { status, stdout } = await run('sync', '--json', ...args);
      expect([status, JSON.parse(stdout)]).toMatchObject([0, { state: 'in-sync', sites: [{ id: SITE }] }]);
    }
    at.service.set({ failNext: [{ action: 'drop-before', times: 1000 }] });
    const away = await run('sync', 'Harbour House', '--json');
    expect([away.status, JSON.parse(away.stdout)]).toMatchObject([4, { sites: [{ id: SITE }] }]);
    for (const line of ['files', 'keep', 'pause', 'follow', 'unfollow']) {
      const paths = line === 'keep' ? ['Spec Sheet/pump.pdf'] : [];
      const { status, stdout } = await run(line, 'Harbour house', ...paths, '--json');
      expect([line, status, JSON.parse(stdout)]).toMatchObject([line, 0, { ok: true }]);
    }
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ sites: [] });
  });

  it('asks which one is meant where two sites have the name; and an id goes before a name', async () => {
    at.service.store.addSite({ id: 'twin', name: 'Harbour House' });
    for (const args of [
      ['follow', 'Harbour House'],
      ['sync', 'Harbour House'],
    ]) {
      const { status, stderr } = await run(...args);
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(
          /^Harbour House is the name of 2 sites\.\nGive the id of the one that you mean: (site-1 or twin|twin or site-1)\n/,
        ),
      ]);
    }
    at.service.store.addSite({ id: 'decoy', name: SITE });
    const { stdout } = await run('sync', SITE, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ sites: [{ id: SITE }] });
    // One of the two is kept: commands about what is here mean that one.
    expect(JSON.parse((await run('files', 'harbour house', '--json')).stdout)).toMatchObject({ site: SITE });
  });

  it('names the site that was meant by a part of its name, or by its id in another case', async () => {
    for (let n = 0; n < 8; n++) at.service.store.addSite({ id: `mill-${n}`, name: `Mill ${n}` });
    const meant = `Did you mean ${SITE} (Harbour House)?\n`;
    for (const given of ['HARBOUR', SITE.toUpperCase()])
      expect((await run('follow', given)).stderr).toContain(meant);
    expect((await run('sync', '--site', 'mill')).stderr).toMatch(
      /^The service lists no site mill for you\.\nDid you mean mill-\d \(Mill \d\), .* and more \(all of them: sitesync sites\)\?\nAdd to the commands above: --data .*\n$/,
    );
    expect((await run('sync', '--site', 'tower')).stderr).toMatch(/\nIt lists .* and more \(all of them: /);
    await inStep();
    expect((await run('files', 'harbour')).stderr).toContain(meant);
    expect((await run('files', 'mill-1')).stderr).toContain(
      `Kept here: ${SITE} (Harbour House). To keep another: sitesync follow SITE`,
    );
  });

  it('calls a site that the service no longer lists by its folder’s name', async () => {
    await inStep();
    at.service.set({ emptySiteList: true });
    await run('sites');
    for (const command of ['status', 'activity']) {
      const { stdout } = await run(command);
      expect(stdout).toContain('Harbour House');
      expect(stdout).not.toContain(`${SITE}:`);
    }
  });

  it('names the rows of the list of sites that cannot be used, and lists the others', async () => {
    at.service.store.addSite({ id: '..', name: 'North Wing' });
    at.service.store.addSite({ id: '.', name: 'South Wing' });
    const { status, stdout, stderr } = await run('sites');
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${SITE.padEnd(36)} Harbour House`)]);
    expect(stderr).toBe(
      "Not all of the service's list of sites can be used. “North Wing”: The site has no usable id. And 1 more fault. Ask who manages the service to correct the list.\n",
    );
  });

  it('lists the sites as they were last known, and why; but not for another address, or a bad one', async () => {
    await inStep();
    const other = await run('sites', '--base-url', 'http://127.0.0.1:9');
    expect([other.status, other.stdout, other.stderr]).toEqual([
      4,
      '',
      expect.stringContaining('127.0.0.1:9'),
    ]);
    const none = await run('sites', '--base-url', 'ftp://data.example.com');
    expect([none.status, none.stdout]).toEqual([2, '']);
    await at.service.close();
    const { status, stdout, stderr } = await run('sites', '--json');
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { ok: true, stale: true, sites: [{ id: SITE }] }]);
    const { listedAt } = JSON.parse(stdout) as { listedAt: number };
    expect(Math.abs(Date.now() - listedAt)).toBeLessThan(60_000);
    expect(stderr).toBe(
      `The service at ${at.service.url} cannot be reached. This is the last list that came, from ${timeText(listedAt)}.\n`,
    );
  });

  it('lists them too where nobody is signed in, and says so; but not for another address', async () => {
    await inStep();
    const env = { HOME: at.home };
    const ran = await runIn(at, ['sites'], { env });
    expect([ran.status, ran.stdout]).toEqual([0, expect.stringMatching(/^\* site-1 +Harbour House · /)]);
    expect(ran.stderr).toMatch(
      /^No token is kept for .* You are not signed in: this is the last list that came, from \d{4}-\d\d-\d\d \d\d:\d\d\.\n/,
    );
    const other = await runIn(at, ['sites', '--base-url', 'http://127.0.0.1:9'], { env });
    expect([other.status, other.stdout]).toEqual([3, '']);
    expect(other.stderr).toContain('No token is kept for http://127.0.0.1:9');
  });

  it.runIf(process.platform === 'linux')(
    'says that a folder in which nothing can be made is none',
    async () => {
      const { status, stderr } = await run('follow', SITE, '--folder', '/proc');
      expect([status, stderr]).toEqual([expect.any(Number), expect.stringContaining('/proc cannot be made')]);
      expect(status).not.toBe(0);
    },
  );
});
