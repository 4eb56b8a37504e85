import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface DjangoService {
  /** Its base URL. */
  readonly url: string;
  close(): Promise<void>;
}

/** A Python that has the Django REST framework; null where there is none. That of Debian is not always the first one. */
export const PYTHON =
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import rest_framework'], { stdio: 'ignore' }).status === 0,
  ) ?? null;

/** Starts `service.py`, which ends with this process at the latest: then its standard input does. */
export async function startDjango(folder: string): Promise<DjangoService> {
  if (PYTHON === null) throw new Error('There is no Django REST framework');
  const child = spawn(PYTHON, [join(import.meta.dirname, 'service.py'), folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)));
  const ended = once(child, 'exit');
  const [url] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as unknown[];
  if (typeof url !== 'string') throw new Error(`The Django service did not start: ${errors}`);
  return {
    url,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
