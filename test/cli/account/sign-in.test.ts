import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { VERSION } from '../../../main/hosts/version.ts';
import type { RunningService } from '../../service/service.ts';
import { runCli, type Ran } from '../../support/command-line.ts';
import { SITE, TOKEN } from '../../support/laptop.ts';
import { closeHome, openHome, runIn, startIn } from '../home.ts';

/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:9';

let home: string;
let service: RunningService;

beforeAll(async () => {
  ({ home, service } = await openHome());
});

afterAll(() => closeHome({ home, service }));

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, stdin = ''): Promise<Ran> {
  return runIn({ home, service }, args, {
    env: { HOME: home, SITESYNC_BASE_URL: service.url, ...env },
    stdin,
  });
}

describe('signing in', () => {
  it.each(['sign-in', 'sites', 'serve'])(
    'uses no other token instead of one that did not come: %s',
    async (name) => {
      const ran = await run([name, '--token-stdin', '--json'], { SITESYNC_TOKEN: TOKEN }, '\n');
      expect([ran.status, JSON.parse(ran.stdout)]).toMatchObject([
        2,
        { ok: false, error: { code: 'bad-input', message: 'No token came on standard input.' } },
      ]);
    },
  );

  it('takes a token from a file that ends with a line break', async () => {
    expect(await run(['sites'], { SITESYNC_TOKEN: `${TOKEN}\r\n` })).toMatchObject({ status: 0 });
  });

  it('leaves the token where nothing that it loads or starts finds it', async () => {
    const told = 'process.on("exit", () => console.error("left: " + process.env.SITESYNC_TOKEN))';
    const { ended } = startIn({ home, service }, ['sites'], {
      nodeArguments: ['--import', `data:text/javascript,${told}`],
    });
    expect(await ended).toMatchObject({ status: 0, stderr: 'left: undefined\n' });
  });

  // Without a session bus there is no keyring.
  it.runIf(process.platform === 'linux')('promises no sign-in where the token cannot be kept', async () => {
    const { status, stdout, stderr } = await run(['sign-in'], { SITESYNC_TOKEN: TOKEN });
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).not.toContain('Signed in');
    expect(stdout).toContain('SITESYNC_TOKEN');
    const told = await run(['sign-in', '--json'], { SITESYNC_TOKEN: TOKEN });
    expect([told.status, JSON.parse(told.stdout)]).toMatchObject([1, { ok: true, keptIn: 'memory' }]);
  });

  it.each(['Bearer demo-token', 'demo\ntoken', 'tökén'])('says what is wrong with “%s”', async (token) => {
    for (const name of ['sites', 'sync', 'sign-in'])
      expect(await run([name], { SITESYNC_TOKEN: token })).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('holds spaces, line breaks or characters'),
      });
  });

  // It may ask a person for its password, and a script has none to ask.
  it.runIf(process.platform === 'linux')('asks no keychain but for a token', async () => {
    let asked = 0;
    const bus = createServer(() => (asked += 1));
    const path = join(home, 'bus');
    await new Promise<void>((resolve) => bus.listen(path, resolve));
    onTestFinished(() => void bus.close());
    const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` };
    await run(['status'], env);
    expect(await run(['sites'], { ...env, SITESYNC_TOKEN: TOKEN })).toMatchObject({ status: 0 });
    expect(asked).toBe(0);
    const none = await run(['sync'], env);
    expect(none).toMatchObject({
      status: 3,
      // A sign-in would not outlast its command.
      stderr: expect.stringMatching(
        /No token is kept for .* because .*\nGive it to each command, in SITESYNC_TOKEN/,
      ),
    });
    const worded = await run(['sites'], { ...env, SITESYNC_TOKEN: `Bearer ${TOKEN}` });
    expect(worded).toMatchObject({ status: 3, stderr: expect.stringContaining('such as “Bearer”') });
  });

  it('says at a sign-out that a token in the environment goes on working', async () => {
    expect((await run(['sign-out'], { SITESYNC_TOKEN: TOKEN })).stdout).toContain(
      'SITESYNC_TOKEN is still set',
    );
    expect((await run(['sign-out'])).stdout).toBe('Signed out. Your files stay where they are.\n');
  });

  it.runIf(process.platform === 'linux')(
    'says at a sign-out that the keychain was not asked, also of an address that the environment names',
    async () => {
      const args = ['sign-out', '--json', '--data', join(home, 'another')];
      const out = await runCli(args, { env: { HOME: home, SITESYNC_BASE_URL: service.url } });
      expect([out.status, JSON.parse(out.stdout)]).toEqual([0, { ok: true }]);
      expect(out.stderr).toContain('The keychain could not be asked');
      const none = await runCli(args, { env: { HOME: home } });
      expect(none.stderr).toBe('');
    },
  );

  it('says which of address and token is wrong', async () => {
    const nobody = await run(['sign-in'], { SITESYNC_BASE_URL: NOBODY, SITESYNC_TOKEN: TOKEN });
    expect(nobody).toMatchObject({ status: 4, stderr: expect.stringContaining('at 127.0.0.1:9') });
    const wrong = await run(['sign-in'], { SITESYNC_TOKEN: 'wrong' });
    expect(wrong).toMatchObject({ status: 3, stderr: expect.stringContaining('refused this token') });
    const doctor = await run(['doctor'], { SITESYNC_BASE_URL: NOBODY, SITESYNC_TOKEN: TOKEN });
    expect(doctor.stdout).toContain('look service: Nothing answers at 127.0.0.1:9. Check the address');
    // Of a token that is handed over nothing is wrong.
    expect(doctor.stdout).toContain('ok   token: ');
    // What a person who helps asks first.
    expect(doctor.stdout).toContain(`ok   sitesync: ${VERSION}\n`);
    expect(doctor.stdout).toMatch(/^ok {3}database: opened in .+$/m);
    service.set({ failNext: [{ match: { method: 'POST' }, action: 'drop-before' }] });
    const dropped = await run(['sign-in'], { SITESYNC_TOKEN: TOKEN });
    expect([dropped.status, dropped.stderr]).toEqual([
      4,
      expect.stringMatching(/^The connection to .* broke\./),
    ]);
    const none = await run(['doctor']);
    expect(none.stdout).toContain(`look service: No token is kept for ${service.url}.`);
    const refused = await run(['doctor'], { SITESYNC_TOKEN: 'wrong' });
    expect([doctor.status, none.status, refused.status]).toEqual([4, 3, 3]);
    const quiet = await run(['doctor', '--quiet'], { SITESYNC_TOKEN: 'wrong' });
    expect([quiet.stdout, quiet.stderr]).toEqual(['', expect.stringContaining('look service: ')]);
    const handed = await run(['doctor'], { SITESYNC_TOKEN: TOKEN });
    expect([handed.status, handed.stdout]).toEqual([0, expect.stringContaining('ok   token: ')]);
  });

  it('names the service that is not reached, and promises nothing of a command that ends', async () => {
    const { status, stderr } = await run(['series', SITE, 'one'], {
      SITESYNC_BASE_URL: NOBODY,
      SITESYNC_TOKEN: TOKEN,
    });
    expect(status).toBe(4);
    expect(stderr).toContain(`The service at ${NOBODY} cannot be reached.`);
    expect(stderr).toContain('run the command again');
    expect(stderr).not.toContain('by itself');
  });
});
