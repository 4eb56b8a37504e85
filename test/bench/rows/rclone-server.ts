import { spawn, type ChildProcess } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Contender } from '../harness/samples.ts';

/** rclone in a row, if it is installed. */
export interface Peer {
  /** One, or none if it is not installed. */
  readonly contenders: readonly Contender[];
  readonly missing: string | null;
  close(): void;
}

export function absent(name: string): Peer {
  return { contenders: [], missing: `${name}: not installed`, close: () => undefined };
}

/** Runs rclone without any settings of the user. With a bundle of certificates set, its S3 does not start. */
export const OWN_SETTINGS = { RCLONE_CONFIG: '/dev/null', AWS_CA_BUNDLE: '' };

/** Starts `rclone serve` and waits until it answers. */
export async function serveRclone(
  protocol: 'http' | 'sftp',
  folder: string,
  more: readonly string[] = [],
): Promise<{ readonly port: number; readonly process: ChildProcess }> {
  const port = await freePort();
  const args = ['serve', protocol, folder, '--addr', `127.0.0.1:${port}`, ...more];
  const process_ = spawn('rclone', args, { stdio: 'ignore', env: { ...process.env, ...OWN_SETTINGS } });
  await untilOpen(port);
  return { port, process: process_ };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Resolves when something listens on the port. Fails after 10 s. */
async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => resolve(false));
      socket.on('connect', () => {
        socket.destroy();
        resolve(true);
      });
    });
    if (open) return;
    await delay(50);
  }
  throw new Error(`Nothing listens on port ${port}`);
}
