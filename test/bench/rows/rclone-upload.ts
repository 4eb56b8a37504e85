import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fill, type Shape } from '../harness/place.ts';
import { runNative } from '../harness/programs.ts';
import type { Bench } from '../harness/row.ts';
import type { Work } from './contenders.ts';
import { absent, OWN_SETTINGS, serveRclone, type Peer } from './rclone-server.ts';

const WIDTH = ['--transfers', '8', '--checkers', '8'];

/** Sends small PUTs to the lean service, which accepts objects as an object store does. */
export function rcloneToS3(bench: Bench, prepare: () => Promise<void>, work: () => Work): Peer {
  const name = 'rclone to S3';
  if (!bench.isInstalled('rclone')) return absent(name);
  const run = (): ReturnType<typeof runNative> => {
    const { folder, url } = work();
    const remote = `:s3,provider=Other,endpoint="${url}",access_key_id=a,secret_access_key=b,force_path_style,no_check_bucket,no_head:bucket`;
    return runNative('rclone', ['copy', join(folder, 'site'), remote, ...WIDTH], { env: OWN_SETTINGS });
  };
  return { contenders: [{ name, prepare, run }], missing: null, close: () => undefined };
}

/** "me" as rclone obscures a password. It protects nothing. */
const OBSCURED = 'ZJ2UHhOp65X59ABLJeFM65Fh';

/** Sends to `rclone serve sftp`. */
export function rcloneToSftp(bench: Bench, shape: Shape): Peer {
  const name = 'rclone to sftp';
  if (!bench.isInstalled('rclone')) return absent(name);
  let server: { readonly port: number; readonly process: ChildProcess } | null = null;
  let site = '';
  const prepare = async (): Promise<void> => {
    server?.process.kill();
    const folder = bench.place.folder('sftp');
    site = join(folder, 'site');
    mkdirSync(join(folder, 'served'));
    mkdirSync(site);
    fill(site, shape);
    server = await serveRclone('sftp', join(folder, 'served'), ['--user', 'me', '--pass', 'me']);
  };
  const run = (): ReturnType<typeof runNative> => {
    const remote = `:sftp,host=127.0.0.1,port=${server?.port ?? 0},user=me,pass=${OBSCURED}:`;
    return runNative('rclone', ['copy', site, remote, ...WIDTH], { env: OWN_SETTINGS });
  };
  return { contenders: [{ name, prepare, run }], missing: null, close: () => server?.process.kill() };
}
