import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeText } from '../../../main/hosts/system/time-text.ts';
import type { RunningService } from '../../service/service.ts';
import { runCli, type Ran } from '../../support/command-line.ts';
import { closeHome, openHome, runIn, signedIn } from '../home.ts';

const SITE = 'site-1';
const DAY = 86_400_000;

let home: string;
let service: RunningService;

beforeAll(async () => {
  ({ home, service } = await openHome());
  const add = (name: string, content: string): void =>
    void service.store.addFile(SITE, { name, category: 'kg-csv', content });
  add(
    'points.csv',
    'label,brick_class,equipment,unit,timeseries_id\n' +
      'Supply air,brick:Supply_Air_Temperature_Sensor,AHU-10,°C,fresh\n' +
      'Return air,brick:Return_Air_Temperature_Sensor,AHU-2,°C,silent\n' +
      '=cmd(),,AHU-2,,nobody\n' +
      'Outdoor air,,,°C,fresh\n',
  );
  add('equipment.csv', 'entity,brick_class\nAHU-2,brick:Air_Handling_Unit\n');
  const now = Date.now();
  service.store.addPoints(SITE, 'fresh', [[now - 60_000, 21]]);
  const quarters = Array.from({ length: 96 }, (_, at): [number, number] => [
    now - 40 * DAY + at * 900_000,
    18,
  ]);
  service.store.addPoints(SITE, 'silent', quarters);
  const synced = await run('sync', '--root', join(home, 'root'), '--site', SITE);
  expect(synced.status).toBe(0);
});

afterAll(() => closeHome({ home, service }));

const environment = (): Readonly<Record<string, string>> => signedIn({ home, service });

async function run(command: string, ...args: readonly string[]): Promise<Ran> {
  return runIn({ home, service }, [command, ...args, '--json']);
}

const POINTS = 'KG CSV Datamodel/points.csv';

describe('sitesync points', () => {
  it('lists equipment by name with its points, each once', async () => {
    const { status, stdout } = await run('points', SITE);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      site: SITE,
      total: 3,
      equipment: [
        {
          name: 'AHU-2',
          label: null,
          class: 'Air_Handling_Unit',
          points: [
            point('silent', 'Return air', '°C', 'Return_Air_Temperature_Sensor', 'AHU-2', 3),
            point('nobody', '=cmd()', null, null, 'AHU-2', 4),
          ],
        },
        {
          name: 'AHU-10',
          label: null,
          class: null,
          points: [point('fresh', 'Supply air', '°C', 'Supply_Air_Temperature_Sensor', 'AHU-10', 2)],
        },
      ],
      files: [
        {
          file: 'KG CSV Datamodel/equipment.csv',
          points: 0,
          columns: { id: null, label: null, unit: null, class: 'brick_class', equipment: null },
          confirmed: false,
        },
        {
          file: POINTS,
          points: 4,
          columns: {
            id: 'timeseries_id',
            label: 'label',
            unit: 'unit',
            class: 'brick_class',
            equipment: 'equipment',
          },
          confirmed: false,
        },
      ],
      problems: [],
    });
  });

  it('finds by words of label, class, unit, id and equipment', async () => {
    const { stdout } = await run('points', SITE, '--search', 'ahu-2 RETURN');
    expect(JSON.parse(stdout)).toMatchObject({ total: 1, equipment: [{ points: [{ id: 'silent' }] }] });
  });

  it('says how many points it shows of how many, and that none is known before the first sync', async () => {
    const told = (data: string, ...args: readonly string[]): Promise<Ran> =>
      runCli([...args, '--data', join(home, data)], { env: environment() });
    const none = await told('data', 'points', SITE, '--search', 'no such thing');
    expect(none.stdout).toBe('0 of 3 points found by “no such thing”, in 2 datamodels.\n');
    expect((await told('data', 'points', SITE)).stdout).toMatch(/\n3 points, in 2 datamodels\.\n$/);
    await told('other', 'follow', SITE, '--folder', join(home, 'other root'));
    for (const command of ['points', 'health'])
      expect((await told('other', command, SITE)).stdout).toBe(
        'Its files were not looked at yet: that is done by the first sync. Run: sitesync sync\n' +
          `Add to the commands above: --data ${join(home, 'other')}\n`,
      );
  });

  it('says so where the site is not kept here', async () => {
    const { status, stdout } = await run('points', 'nowhere');
    expect([status, JSON.parse(stdout)]).toMatchObject([2, { ok: false, error: { code: 'bad-input' } }]);
  });
});

describe('sitesync health', () => {
  it('tells data, silence, ids that nobody knows and ids named twice', async () => {
    const table = join(home, 'health.csv');
    const { status, stdout } = await run('health', SITE, '--csv', table);
    expect(status).toBe(0);
    const answer = JSON.parse(stdout) as { files: { rows: { id: string; health: string }[] }[] };
    expect(answer).toMatchObject({
      ok: true,
      site: SITE,
      stale: false,
      problems: [],
      files: [
        {
          file: POINTS,
          points: 4,
          data: 2,
          held: 0,
          silent: 1,
          unclear: 0,
          unknown: 1,
          unchecked: 0,
          duplicated: 2,
        },
      ],
    });
    expect(answer.files[0]?.rows).toMatchObject([
      {
        id: 'fresh',
        line: 2,
        health: 'data',
        duplicated: true,
        note: `Named 2 times; also in ${POINTS} line 5.`,
      },
      {
        id: 'silent',
        health: 'silent',
        duplicated: false,
        sampling: { sent: 'even', usual: 900_000 },
        words: [],
        note: expect.stringMatching(/^No data since 20\S+\.$/) as string,
      },
      { id: 'nobody', health: 'unknown', lastAt: null },
      { id: 'fresh', line: 5, duplicated: true },
    ]);
    const lines = (await readFile(table, 'utf8')).split('\r\n');
    expect(lines).toHaveLength(6);
    // By this mark a spreadsheet takes °C for what it is.
    expect(lines[0]).toMatch(/^\uFEFFfile,line,id,/);
    // What a spreadsheet would carry out is a text there.
    expect(lines[3]).toContain(",nobody,'=cmd(),unknown,no,,");
  });

  it('tells what it knows while another program keeps the database locked', async () => {
    const { files } = JSON.parse((await run('health', SITE)).stdout) as { files: object[] };
    const backup = new Database(join(home, 'data', 'mirror.sqlite'));
    backup.exec('BEGIN IMMEDIATE');
    const { status, stdout, stderr } = await run('health', SITE).finally(() => backup.close());
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, stale: true, files });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/locked\. This is how it was when /)]);
  });

  it('tells times to a person as all commands do, and to a program in UTC', async () => {
    const { stdout } = await runIn({ home, service }, ['health', SITE]);
    expect(stdout).toMatch(/ silent +Return air {2}silent {2}No data since 20\d\d-\d\d-\d\d \d\d:\d\d\.\n/);
  });

  it('says what it waits for before a long wait, and nothing before a short one', async () => {
    expect((await run('health', SITE)).stderr).toBe('');
    const ids = Array.from({ length: 1000 }, (_, index) => `series-${index}`);
    service.store.addSite({ id: 'site-2', name: 'Mill' });
    service.store.atomically(() => {
      for (const id of ids) service.store.addPoints('site-2', id, [[Date.now() - 60_000, 21]]);
    });
    const rows = ids.map((id) => `Supply air,AHU-1,${id}`).join('\n');
    const content = `label,equipment,timeseries_id\n${rows}\n`;
    service.store.addFile('site-2', { name: 'points.csv', category: 'kg-csv', content });
    await run('sync', '--root', join(home, 'root'), '--site', 'site-2');
    const { status, stderr } = await run('health', 'site-2');
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^Asking the service .* 1,000 timeseries .* Ctrl\+C ends it\.\n$/),
    ]);
  });
});

describe('without the service', () => {
  beforeAll(async () => {
    const other = ['--data', join(home, 'other'), '--root', join(home, 'other root'), '--site', SITE];
    expect((await runCli(['sync', ...other], { env: environment() })).status).toBe(0);
    await service.close();
  });

  it('points are there all the same', async () => {
    const { status, stdout } = await run('points', SITE);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { total: 3 }]);
  });

  it('health is as it was when the service was last asked', async () => {
    const { status, stdout, stderr } = await run('health', SITE);
    const told = JSON.parse(stdout) as { readonly checkedAt: number };
    expect([status, told]).toMatchObject([0, { stale: true, files: [{ data: 2, silent: 1, unknown: 1 }] }]);
    expect(Date.now() - told.checkedAt).toBeLessThan(600_000);
    expect(stderr).toContain(
      `This is how it was when the service was last asked, at ${timeText(told.checkedAt)}.`,
    );
  });

  it('health is so too where nobody is signed in, and its table goes to standard output alone', async () => {
    const args = ['health', SITE, '--data', join(home, 'data'), '--csv', '-'];
    const ran = await runCli(args, { env: { ...environment(), SITESYNC_TOKEN: '' } });
    expect([ran.status, ran.stdout.split('\n').length]).toEqual([0, 6]);
    expect(ran.stdout).toMatch(/^file,line,id,label,health,/);
    expect(ran.stderr).toMatch(
      /^No token is kept for .* This is how it was when the service was last asked, at .*\n$/,
    );
  });

  it('health exits 4 if the service was never asked', async () => {
    const args = ['health', SITE, '--data', join(home, 'other'), '--json'];
    expect((await runCli(args, { env: environment() })).status).toBe(4);
  });
});

describe('where the folder of the site is away', () => {
  it('points and health say only that, and not that there is none', async () => {
    const [folder, away] = [join(home, 'root', 'Harbour House'), join(home, 'away')];
    await rename(folder, away);
    for (const command of ['points', 'health']) {
      const { status, stdout } = await run(command, SITE);
      expect([status, JSON.parse(stdout)]).toMatchObject([
        1,
        { ok: false, error: { code: 'folder-missing' } },
      ]);
    }
    await rename(away, folder);
  });
});

function point(
  id: string,
  label: string,
  unit: string | null,
  kind: string | null,
  equipment: string,
  line: number,
): object {
  return { id, label, unit, class: kind, equipment, line, file: POINTS, favourite: false };
}
