import { readdir, readFile, symlink, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentOf } from '../../../main/app/content/content.ts';
import { inertType, pictureType } from '../../../main/app/content/content-types.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import { startWorld, type World } from '../../support/laptop.ts';
import { openDesk, site, value, type Desk } from '../desk.ts';
import { localKey } from '../../../shared/model/file-key.ts';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describe('content', () => {
  let world: World;
  let desk: Desk;
  let content: ReturnType<typeof contentOf>;

  beforeEach(async () => {
    world = await startWorld();
    desk = await openDesk(world, world.laptop('one'));
    content = contentOf(desk.app, desk.fresh, desk.photos);
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  it('of a file is where it lies, with a type that runs nothing', async () => {
    await desk.write('Other/page.html', '<script>');
    await desk.sync();
    const key = await desk.keyOf('Other/page.html');
    expect(value(await content('file', site, key))).toEqual({
      path: join(desk.folder, 'Other/page.html'),
      size: 8,
      contentType: 'text/plain; charset=utf-8',
    });
  });

  it('is never outside the site’s folder', async () => {
    await desk.write('Other/page.html', 'x');
    await desk.sync();
    const key = await desk.keyOf('Other/page.html');
    await rm(join(desk.folder, 'Other/page.html'));
    await symlink('/etc/passwd', join(desk.folder, 'Other/page.html'));
    expect(await content('file', site, key)).toMatchObject({ ok: false, failure: { code: 'unsafe-path' } });
    for (const odd of [localKey('../../etc/passwd'), localKey('.sitesync/site.json'), 'nothing', ''])
      expect(await content('file', site, odd)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(await content('file', 'another site' as SiteId, key)).toMatchObject({ ok: false });
  });

  it.each([
    ['a.svg', 'application/octet-stream'],
    ['a.js', 'application/octet-stream'],
    ['a.PDF', 'application/pdf'],
    ['a.jpeg', 'image/jpeg'],
    ['a', 'application/octet-stream'],
    ['constructor', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
  ])('named %s is %s', (name, type) => expect(inertType(name)).toBe(type));

  it.each([
    [PNG, 'image/png'],
    [Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    [new TextEncoder().encode('GIF89a…'), 'image/gif'],
    [new TextEncoder().encode('RIFF1234WEBPVP8 '), 'image/webp'],
    [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg">'), null],
    [new TextEncoder().encode('RIFF1234WAVE'), null],
    [new Uint8Array(0), null],
  ])('bytes %# are known by themselves', (bytes, type) => expect(pictureType(bytes)).toBe(type));
});

describe('photos', () => {
  let world: World;
  let desk: Desk;
  let asked: string[];
  let answer: Result<{ bytes: Uint8Array; contentType: string }>;
  let content: ReturnType<typeof contentOf>;
  let now = Date.now();

  beforeEach(async () => {
    world = await startWorld();
    desk = await openDesk(world, world.laptop('one'));
    asked = [];
    answer = ok({ bytes: PNG, contentType: 'image/svg+xml' });
    const session = desk.app.session()!;
    const service = Object.create(session.service, {
      fetchPhoto: {
        value: async (url: string) => {
          asked.push(url);
          return answer;
        },
      },
    }) as typeof session.service;
    const env = { ...desk.app.env, now: () => now };
    const app = { ...desk.app, env, session: () => (desk.signedIn ? { ...session, service } : null) };
    content = contentOf(app, desk.fresh, desk.photos);
    showing('https://example.org/one.png');
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  function showing(photoUrl: string | null): void {
    const known = desk.program.mirror.site(site)!;
    desk.program.mirror.saveSites([{ ...known, photoUrl } satisfies Site], true);
  }

  it('are fetched once, by several at once too, and are there offline', async () => {
    const both = await Promise.all([content('photo', site, site), content('photo', site, site)]);
    for (const photo of both)
      expect(value(photo)).toMatchObject({ size: PNG.length, contentType: 'image/png' });
    desk.signedIn = false;
    const photo = value(await content('photo', site, site));
    expect(new Uint8Array(await readFile(photo.path))).toEqual(PNG);
    expect(photo.path.startsWith(desk.data)).toBe(true);
    expect(asked).toEqual(['https://example.org/one.png']);
  });

  it('leave with their site, where it is no longer listed, and take no file of anybody else with them', async () => {
    const folder = join(desk.data, 'photos');
    const gone = value(await desk.photos.put('gone' as SiteId, 'https://a.test/x', PNG, 'image/png'));
    for (const name of ['mine.png', `${basename(gone.path)}.new`]) await writeFile(join(folder, name), 'x');
    const photo = value(await content('photo', site, site));
    const name = basename(photo.path);
    expect((await readdir(folder)).toSorted()).toEqual([name, `${name}.json`, 'mine.png'].toSorted());
    // Later ones are left for the next start.
    await desk.photos.put('gone' as SiteId, 'https://a.test/x', PNG, 'image/png');
    showing('https://example.org/two.png');
    value(await content('photo', site, site));
    expect(await readdir(folder)).toHaveLength(5);
  });

  it('are fetched anew where the site names another one; until then the last one stands', async () => {
    value(await content('photo', site, site));
    showing('https://example.org/two.jpg');
    desk.signedIn = false;
    expect(value(await content('photo', site, site)).contentType).toBe('image/png');
    desk.signedIn = true;
    answer = ok({ bytes: Uint8Array.from([0xff, 0xd8, 0xff, 1]), contentType: 'image/jpeg' });
    expect(value(await content('photo', site, site))).toMatchObject({ contentType: 'image/jpeg', size: 4 });
    expect(asked).toHaveLength(2);
  });

  it('that cannot be kept are not asked for at every drawing either', async () => {
    const full = { code: 'disk-full', message: 'Full.', hint: '', retry: 'later' } as const;
    vi.spyOn(desk.photos, 'put').mockResolvedValue(fail(full));
    for (let drawing = 0; drawing < 3; drawing++)
      expect(await content('photo', site, site)).toEqual(fail(full));
    expect(asked).toHaveLength(1);
  });

  it('that are no pictures are not shown, and not asked for at every drawing', async () => {
    answer = ok({ bytes: new TextEncoder().encode('<svg onload="x">'), contentType: 'image/png' });
    for (let drawing = 0; drawing < 3; drawing++)
      expect(await content('photo', site, site)).toMatchObject({
        ok: false,
        failure: { code: 'not-understood' },
      });
    expect(asked).toHaveLength(1);
    now += 61_000;
    answer = fail({ code: 'offline', message: '', hint: '', retry: 'on-connect' });
    expect(await content('photo', site, site)).toMatchObject({ ok: false, failure: { code: 'offline' } });
    expect(asked).toHaveLength(2);
  });

  it('that would fill the memory of whoever draws them are not kept', async () => {
    const header = new Uint8Array([
      ...PNG.subarray(0, 8),
      0,
      0,
      0,
      13,
      0x49,
      0x48,
      0x44,
      0x52,
      ...Array<number>(8),
    ]);
    const ofSize = (width: number, height: number): typeof answer => {
      const bytes = header.slice();
      new DataView(bytes.buffer).setUint32(16, width);
      new DataView(bytes.buffer).setUint32(20, height);
      return ok({ bytes, contentType: 'image/png' });
    };
    answer = ofSize(60_000, 60_000);
    expect(await content('photo', site, site)).toMatchObject({ ok: false, failure: { code: 'too-large' } });
    now += 61_000;
    answer = ofSize(12_000, 8000);
    expect(value(await content('photo', site, site)).contentType).toBe('image/png');
  });

  it('that cannot be fetched now say what they wait for: a sign-in or the service', async () => {
    const { gate } = desk.app.session()!;
    gate.halt({ kind: 'offline', failure: { code: 'offline', message: '', hint: '', retry: 'on-connect' } });
    const offline = await content('photo', site, site);
    expect(offline).toMatchObject({ failure: { code: 'offline', retry: 'on-connect' } });
    gate.reopen(null);
    gate.halt({ kind: 'sign-in', failure: { code: 'sign-in', message: '', hint: '', retry: 'on-sign-in' } });
    const refused = await content('photo', site, site);
    const hint = 'It is fetched when you have signed in.';
    expect(refused).toMatchObject({ failure: { code: 'sign-in', hint, retry: 'on-sign-in' } });
    desk.signedIn = false;
    expect(await content('photo', site, site)).toEqual(refused);
    expect(asked).toEqual([]);
  });

  it('are asked for again as soon as the service is reached again', async () => {
    const { gate } = desk.app.session()!;
    const unreached = { code: 'offline', message: '', hint: '', retry: 'on-connect' } as const;
    answer = fail(unreached);
    await content('photo', site, site);
    await content('photo', site, site);
    expect(asked).toHaveLength(1);
    gate.halt({ kind: 'offline', failure: unreached });
    await content('photo', site, site);
    gate.reopen(null);
    answer = ok({ bytes: PNG, contentType: 'image/png' });
    expect(value(await content('photo', site, site)).contentType).toBe('image/png');
    expect(asked).toHaveLength(2);
  });

  it('are asked for again soon after a clock was set back', async () => {
    answer = fail({ code: 'service-error', message: '', hint: '', retry: 'later' });
    await content('photo', site, site);
    now -= 86_400_000;
    await content('photo', site, site);
    expect(asked).toHaveLength(2);
  });

  it('of a site without one, or of no site, are a plain answer', async () => {
    showing(null);
    expect(await content('photo', site, site)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(await content('photo', 'none' as SiteId, 'none')).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
  });
});
