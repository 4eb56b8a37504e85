import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptSite } from '../../../main/app/files/site-files.ts';
import { modelCommands } from '../../../main/app/models/model-commands.ts';
import { pullModel } from '../../../main/models/pull-model.ts';
import { ok } from '../../../shared/failure.ts';
import type { ModelId } from '../../../shared/model/ids.ts';
import { startWorld, type World } from '../../support/laptop.ts';
import { serviceBut } from '../../support/service-but.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

const MODELS = `/api/v1/sites/${site}/models/`;

describe('pulling site models that a line may have cut off, and ended as if all was said', () => {
  let world: World;
  let desk: Desk;

  /** The ETags that were asked for, and what the next answers are to be like. */
  let asked: (string | null)[];
  let next: { cutAt: number; total: 'told' | 'untold' | 'cut' };

  beforeEach(async () => {
    world = await startWorld();
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF tower'));
    desk = await openDesk(world, world.laptop('one'));
    asked = [];
    next = { cutAt: Infinity, total: 'told' };
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  async function pull(): Promise<unknown> {
    const session = desk.app.session()!;
    const { service } = session;
    const context = {
      ...session,
      service: serviceBut(service, {
        downloadModel: async (...[of, model, have, how]: Parameters<typeof service.downloadModel>) => {
          asked.push(have.etag);
          const answer = value(await service.downloadModel(of, model, have, how));
          const total = { told: answer.total, untold: null, cut: next.cutAt }[next.total];
          return ok({ ...answer, total, stream: firstBytes(answer.stream, next.cutAt) });
        },
      }),
    };
    return value(await pullModel(context, value(keptSite(desk.app, site)), 'tower' as ModelId));
  }

  const IFC = `ISO-10303-21;${' '.repeat(3000)}END-ISO-10303-21;\n`;
  it.each([
    ['GLB, of no length', glb(4000), 'untold', 'told'],
    ['IFC, of no length', IFC, 'untold', 'told'],
    ['IFC, of no length ever', IFC, 'untold', 'untold'],
    ['thing of another kind, of no length', 'x'.repeat(4000), 'untold', 'told'],
    ['GLB, of a length that is too small', glb(4000), 'cut', 'told'],
    ['IFC, of a length that is too small', IFC, 'cut', 'told'],
  ] as const)('are fetched anew: a %s', async (_, content, total, afterwards) => {
    const size = content.length;
    world.service.store.addModel(site, 'tower', Buffer.from(content, 'latin1'));
    next = { cutAt: 1000, total };
    expect(await pull()).toMatchObject({ size: 1000, fetched: true });
    next = { cutAt: Infinity, total: afterwards };
    expect(await pull()).toMatchObject({ size, fetched: true });
    expect(await pull()).toMatchObject({ size, fetched: false });
    expect(asked).toEqual([null, null, expect.stringContaining('"')]);
  });

  it.each([
    ['GLB, of no length', glb(4000), 'untold'],
    ['GLB, of which the service has as much itself', glb(4000), 'cut'],
    ['IFC, of no length', IFC, 'untold'],
    ['IFC behind a byte order mark', `\u{EF}\u{BB}\u{BF}${IFC}`, 'untold'],
    ['signed IFC', `/* Written by **Some CAD**\r\n * 2026 */ /**/\n${IFC}`, 'untold'],
  ] as const)('take no place of a copy that is whole: a %s', async (_, content, total) => {
    const { store } = world.service;
    const [whole, others] = [content, `${content} of the next version`].map((text) =>
      Buffer.from(text, 'latin1'),
    );
    const at = join(desk.folder, `Models/tower${content.startsWith('glTF') ? '.glb' : '.ifc'}`);
    store.addModel(site, 'tower', whole!);
    await pull();
    store.addModel(site, 'tower', others!);
    next = { cutAt: 1000, total };
    await expect(pull()).rejects.toThrow('The model tower came cut off: it stops after 1,000 bytes');
    expect(await readFile(at)).toEqual(whole);
    expect(value(await desk.app.disk.listTrash(desk.folder))).toEqual([]);
    next = { cutAt: Infinity, total: 'told' };
    expect(await pull()).toMatchObject({ size: others!.length, fetched: true });
    expect(await readFile(at)).toEqual(others);
  });

  it('are said to be cut off where no other copy is here, until the whole one is', async () => {
    world.service.store.addModel(site, 'tower', Buffer.from(glb(4000).slice(0, 1000), 'latin1'));
    const models = modelCommands(desk.app, { fresh: desk.fresh, shown: desk.fresh });
    value(await models['models.add']({ site, model: 'tower' }, never));
    const problem = async () => value(await models['models.list']({ site }, never))[0]?.problem;
    expect(value(await models['models.pull']({ site, model: 'tower' }, never))).toMatchObject({
      state: 'here',
      problem: expect.stringContaining('is cut off: it stops after 1,000 bytes'),
    });
    expect(await problem()).toContain('is cut off');
    world.service.store.addModel(site, 'tower', Buffer.from(glb(4000), 'latin1'));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    expect(await problem()).toBeNull();
  });

  it.each([
    ['the model changed meanwhile', IFC, IFC.replace('   ', 'new'), 1000],
    ['less than its head had come', IFC, IFC.replace('   ', 'new'), 5],
    ['it is of another kind now', IFC, glb(4000), 1000],
  ] as const)('begin anew with what the whole one tells of itself: %s', async (_, content, others, cutAt) => {
    const { store, switches } = world.service;
    store.addModel(site, 'tower', Buffer.from(content, 'latin1'));
    switches.failNext({ match: { pathPrefix: MODELS }, action: { truncateDownload: cutAt } });
    await expect(pull()).rejects.toThrow('The connection broke');
    store.addModel(site, 'tower', Buffer.from(others, 'latin1'));
    expect(await pull()).toMatchObject({ path: `Models/tower${endingOf(others)}`, isCut: false });
    expect(await readdir(join(desk.folder, 'Models'))).toEqual([`tower${endingOf(others)}`]);
  });

  it('begin anew where what was noted of them is lost', async () => {
    world.service.store.addModel(site, 'tower', Buffer.from(IFC, 'latin1'));
    world.service.switches.failNext({ match: { pathPrefix: MODELS }, action: { truncateDownload: 1000 } });
    await expect(pull()).rejects.toThrow('The connection broke');
    desk.app.mirror.setSetting(`model-ending ${site} tower`, null);
    expect(await pull()).toMatchObject({ path: 'Models/tower.ifc', size: IFC.length, isCut: false });
  });

  it('continue shortly before their end', async () => {
    const { store, switches } = world.service;
    store.addModel(site, 'tower', Buffer.from(IFC, 'latin1'));
    await pull();
    const others = IFC.replace('   ', 'new');
    store.addModel(site, 'tower', Buffer.from(others, 'latin1'));
    switches.failNext({ match: { pathPrefix: MODELS }, action: { truncateDownload: others.length - 5 } });
    await expect(pull()).rejects.toThrow('The connection broke');
    expect(await pull()).toMatchObject({ size: others.length, fetched: true, isCut: false });
    expect(await pull()).toMatchObject({ fetched: false });
  });

  it.each([
    ['any number of blanks follows it', `;${' \n'.repeat(50_000)}\0\0`],
    ['a signature follows it', `;\nSIGNATURE;\n${'MIIC'.repeat(700)}\nENDSEC;\n`],
    ['a blank stands before its semicolon', ' ;\n'],
  ])('are whole where the end of an IFC is there: %s', async (_, after) => {
    const { store } = world.service;
    for (const name of ['first', 'next']) {
      const content = Buffer.from(`ISO-10303-21;${name} END-ISO-10303-21${after}`);
      store.addModel(site, 'tower', content);
      next = { cutAt: Infinity, total: 'untold' };
      expect(await pull()).toMatchObject({ size: content.length, fetched: true });
      expect(await pull()).toMatchObject({ size: content.length, fetched: false });
    }
  });

  it('come with no byte at all: then nothing is placed, and what is here stays', async () => {
    const { store } = world.service;
    store.addModel(site, 'tower', Buffer.alloc(0));
    await expect(pull()).rejects.toThrow('The service sent no bytes for the model tower');
    expect(await readdir(join(desk.folder, 'Models')).catch(() => [])).toEqual([]);
    store.addModel(site, 'tower', Buffer.from(glb(4000), 'latin1'));
    await pull();
    store.addModel(site, 'tower', Buffer.from('x'));
    next = { cutAt: 0, total: 'untold' };
    await expect(pull()).rejects.toThrow('The service sent no bytes for the model tower');
    expect(await readdir(join(desk.folder, 'Models'))).toEqual(['tower.glb']);
  });

  it('are fetched anew where the service tells another length of what is unchanged', async () => {
    world.service.store.addModel(site, 'tower', Buffer.from('x'.repeat(4000)));
    next = { cutAt: 1000, total: 'cut' };
    expect(await pull()).toMatchObject({ size: 1000, fetched: true });
    next = { cutAt: 4000, total: 'cut' };
    expect(await pull()).toMatchObject({ size: 4000, fetched: true });
    expect(await pull()).toMatchObject({ size: 4000, fetched: false });
    expect(asked).toEqual([null, expect.stringContaining('"'), null, expect.stringContaining('"')]);
  });
});

function endingOf(content: string): string {
  return content.startsWith('glTF') ? '.glb' : '.ifc';
}

/** As much of a GLB as tells how long it is, and so many bytes in all, as Latin-1. */
function glb(size: number): string {
  const bytes = Buffer.alloc(size);
  bytes.write('glTF');
  bytes.writeUInt32LE(2, 4);
  bytes.writeUInt32LE(size, 8);
  return bytes.toString('latin1');
}

async function* firstBytes(stream: AsyncIterable<Uint8Array>, count: number): AsyncIterable<Uint8Array> {
  let left = count;
  for await (const chunk of stream) {
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
  }
}
