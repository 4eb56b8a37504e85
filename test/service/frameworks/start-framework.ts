import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A service made with a framework of others: the folder of its `service.py`, and the Python that can run it. */
export interface Framework {
  readonly folder: 'django' | 'fastapi';
  /** Null where no Python has the modules. */
  readonly python: string | null;
}

export interface FrameworkService {
  /** Its base URL. */
  readonly url: string;
  close(): Promise<void>;
}

export const DJANGO: Framework = { folder: 'django', python: pythonWith('rest_framework') };
export const FASTAPI: Framework = {
  folder: 'fastapi',
  python: pythonWith('fastapi, multipart, uvicorn'),
};

/** Starts the `service.py` of a framework, which ends with this process at the latest: then its standard input does. */
export async function startFramework(framework: Framework, folder: string): Promise<FrameworkService> {
  if (framework.python === null) throw new Error(`No Python here has what ${framework.folder} needs`);
  const child = spawn(framework.python, [join(import.meta.dirname, framework.folder, 'service.py'), folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)));
  const ended = once(child, 'exit');
  const [url] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as unknown[];
  if (typeof url !== 'string') throw new Error(`The ${framework.folder} service did not start: ${errors}`);
  return {
    url,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** The Python that has these modules. That of Debian is not always the first one. */
function pythonWith(modules: string): string | null {
  const pythons = ['python3', '/usr/bin/python3'];
  const has = (python: string): boolean =>
    spawnSync(python, ['-c', `import ${modules}`], { stdio: 'ignore' }).status === 0;
  return pythons.find(has) ?? null;
}
