import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openProgram } from '../../main/hosts/compose/compose.ts';
import { startCli } from '../support/command-line.ts';
import { must } from '../support/must.ts';

const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
) as { readonly version: string };

it('is told to a service as it is', async () => {
  const agents: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    agents.push(request.headers['user-agent']);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const data = mkdtempSync(join(tmpdir(), 'sitesync-version-'));
  const never = new AbortController().signal;
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const quiet = (): void => undefined;
  const given = { data, baseUrl, token: 't', signal: never, stopping: never, log: quiet, warn: quiet };
  const program = must(await openProgram(given));
  onTestFinished(async () => {
    await program.close();
    server.close();
    rmSync(data, { recursive: true });
  });
  await must(await program.context()).service.verifyToken();
  expect(agents).toEqual([`SiteSync/${version}`]);
});

it('is that of the package on the command line too', async () => {
  expect((await startCli(['--version'], { env: {} }).ended).stdout).toBe(`${version}\n`);
});
