import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TextCipher } from '../../../main/adapters/secrets/encrypted-file.ts';
import { signInCommand, signOutCommand } from '../../../main/hosts/cli/commands/account-commands.ts';
import { doctorCommand } from '../../../main/hosts/cli/commands/doctor-command.ts';
import { statusCommand } from '../../../main/hosts/cli/commands/status-command.ts';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import { openProgram, type Program } from '../../../main/hosts/compose/compose.ts';
import { learnWhoIAm } from '../../../main/sync/settings/account.ts';
import { startService, type RunningService } from '../../service/service.ts';
import { TOKEN } from '../../support/laptop.ts';
import { must } from '../../support/must.ts';

/** Nothing is hidden, so that a test can read what is kept. */
const OPEN: TextCipher = {
  available: () => true,
  encrypt: (text) => Buffer.from(text),
  decrypt: (bytes) => Buffer.from(bytes).toString(),
};

let home: string;
let services: readonly RunningService[];
let said: string[];
let objects: Record<string, unknown>[];
const out = {
  say: (line: string) => void said.push(line),
  warn: (line: string) => void said.push(line),
  alert: (line: string) => void said.push(line),
  log: () => undefined,
  object: (object: Record<string, unknown>) => void objects.push(object),
  error: ({ message }: { message: string }) => expect.unreachable(message),
} as unknown as Output;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-left-'));
  services = [
    await startService({ dataDir: join(home, 'one') }),
    await startService({ dataDir: join(home, 'two') }),
  ];
  [said, objects] = [[], []];
});

afterEach(async () => {
  for (const service of services) await service.close();
  rmSync(home, { recursive: true, force: true });
});

/** One run of the command line; each is another one. */
async function run(
  baseUrl: string | null,
  work: (program: Program) => Promise<unknown>,
  { cipher = OPEN, token = TOKEN }: { readonly cipher?: TextCipher; readonly token?: string | null } = {},
): Promise<void> {
  const { signal } = new AbortController();
  const options = { token, signal, stopping: signal, log: () => undefined, warn: () => undefined };
  const secrets = { encrypt: cipher, keychain: false };
  const program = must(await openProgram({ ...options, data: join(home, 'data'), baseUrl, secrets }));
  try {
    await work(program);
  } finally {
    await program.close();
  }
}

const signIn = (at: number): Promise<void> =>
  run(services[at]!.url, (program) => signInCommand(program, out, TOKEN));
const signOut = (given: string | null = null): Promise<void> =>
  run(null, (program) => signOutCommand(program, out, given, null));

/** The addresses for which a token is kept. */
function kept(): readonly string[] {
  const text = readFileSync(join(home, 'data', 'secret.bin'), 'utf8');
  return Object.keys(JSON.parse(text) as object);
}

it('whoever signs in at another service leaves no token at the one before', async () => {
  await signIn(0);
  expect(kept()).toEqual([services[0]!.url]);
  await signIn(1);
  expect(kept()).toEqual([services[1]!.url]);
  await signIn(1);
  expect(kept()).toEqual([services[1]!.url]);
  await signOut();
  expect(kept()).toEqual([]);
});

it('a sign-out forgets the token of a service that was left by another command as well', async () => {
  await signIn(0);
  // As `sites` and `sync` with another address and a token from the environment.
  await run(services[1]!.url, async (program) => {
    const { service } = must(await program.context());
    must(await service.sitesPage(0, 1));
  });
  expect(kept()).toEqual([services[0]!.url]);
  await signOut();
  expect(kept()).toEqual([]);
  expect(said.at(-1)).toBe('Signed out. Your files stay where they are.');
});

it('a sign-out at another address that is named leaves the token of the service that is in use', async () => {
  await signIn(0);
  await signOut(services[1]!.url);
  expect(kept()).toEqual([services[0]!.url]);
  await signOut(services[0]!.url);
  expect(kept()).toEqual([]);
});

it('a token that cannot be forgotten now goes with the next sign-out, and that is said', async () => {
  await signIn(0);
  await run(services[1]!.url, async (program) => {
    const secrets = await program.secrets();
    const locked = { code: 'unreadable', message: 'It is locked.', hint: '', retry: 'now' } as const;
    const once = { ...secrets, delete: async () => ({ ok: false, failure: locked }) as const };
    await signInCommand({ ...program, secrets: async () => once }, out, TOKEN);
  });
  expect(said.join()).toContain('It is locked. The token of the service before is still in it');
  expect(kept()).toHaveLength(2);
  await signOut();
  expect(kept()).toEqual([]);
});

/** The account as `status --json` tells it. */
async function account(): Promise<unknown> {
  await run(null, (program) => statusCommand(program, out), { token: null });
  return objects.at(-1)?.['account'];
}

async function doctor(): Promise<string> {
  await run(null, (program) => doctorCommand(program, out, null), { token: null });
  return said.join('\n');
}

it('says since when a token is kept, and no longer after a sign-out', async () => {
  const before = Date.now();
  await signIn(0);
  const { url: baseUrl } = services[0]!;
  const told = (await account()) as { keptSince: number };
  expect(told).toEqual({ baseUrl, person: null, keptSince: expect.any(Number) });
  expect(told.keptSince).toBeGreaterThanOrEqual(before);
  expect(told.keptSince).toBeLessThanOrEqual(Date.now());
  expect(await doctor()).toMatch(
    /^ok {3}token: kept encrypted by the system since \d{4}-\d\d-\d\d \d\d:\d\d$/m,
  );
  await signOut();
  expect(await account()).toEqual({ baseUrl, person: null, keptSince: null });
  expect(await doctor()).toMatch(/^ok {3}token: none is kept$/m);
});

it('knows who is signed in as long as that is the same account', async () => {
  await signIn(0);
  await run(null, async ({ mirror }) => learnWhoIAm(mirror, { uploadedBy: 'Anna Weber' }));
  expect(await account()).toMatchObject({ person: 'Anna Weber' });
  expect(await doctor()).toMatch(/^ok {3}account: the service names you Anna Weber$/m);
  await signIn(0);
  expect(await account()).toMatchObject({ person: 'Anna Weber' });
  services[0]!.tokens.add('of-ben', { user: '00000000-0000-4000-8000-000000000007', sites: 'all' });
  await run(services[0]!.url, (program) => signInCommand(program, out, 'of-ben'), { token: 'of-ben' });
  expect(await account()).toMatchObject({ person: null });
});
