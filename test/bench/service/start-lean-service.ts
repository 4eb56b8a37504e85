import { spawn, type ChildProcess } from 'node:child_process';
import type { ServiceArguments } from './lean-service.child.ts';
import { buildChildren, builtChild } from '../harness/build.ts';

export interface Service {
  readonly url: string;
  /** Gives this many records new bytes. */
  change(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the lean service in its own process, so that it takes nothing from the client. */
export async function startLeanService(
  options: Pick<ServiceArguments, 'folder'> & Partial<ServiceArguments>,
): Promise<Service> {
  const args: ServiceArguments = { latencyMs: 0, seed: null, file: null, ...options };
  await buildChildren();
  const child = spawn(process.execPath, [builtChild('service/lean-service.child.ts'), JSON.stringify(args)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await firstLine(child);
  return {
    url,
    change: async (count) => {
      await fetch(`${url}/bench/change?count=${count}`);
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.stdin.end();
      }),
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}`)));
  });
}
