import { numberText } from '../../../../shared/counted.ts';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import type { ContentHash } from '../../../../shared/model/ids.ts';
import type { RemoteFile } from '../../../engine/trees.ts';
import type { SiteContext } from '../../context.ts';
import type { DownloadSink } from '../../ports/disk.ts';
import { checkpoints } from './checkpoints.ts';
import { DownloadBroken, type Download } from '../../ports/service.ts';
import { DownloadWatchdog } from './download-watchdog.ts';
import type { DownloadSpace } from '../../pacing/space-allocator.ts';

export interface Fetched {
  readonly size: number;
  readonly hash: ContentHash;
}

/**
 * Streams a record into its temporary file and checks it: status and length (rule 8), and the hash that the record
 * states. A stated hash may be stale, since a client that does not know it may have changed the bytes. So if it does
 * not fit, the bytes are fetched once more, and believed if they come the same twice with the right length. Bytes
 * that an earlier try fetched whole and could not place are not fetched again.
 */
export function fetchInto(
  context: SiteContext,
  sink: DownloadSink,
  remote: RemoteFile,
  path: string,
  space: Into['space'],
): Promise<Result<Fetched>> {
  return context.transferPhase(() => fetchChecked(context, { sink, space }, remote, path));
}

/** Where the bytes go, and who is told how many of them take space on the disk. */
interface Into {
  readonly sink: DownloadSink;
  readonly space: Pick<DownloadSpace, 'written' | 'restarted'>;
}

function restart({ sink, space }: Into): Promise<Result<void>> {
  space.restarted();
  return sink.restart();
}

async function fetchChecked(
  context: SiteContext,
  into: Into,
  remote: RemoteFile,
  path: string,
): Promise<Result<Fetched>> {
  const { sink } = into;
  if (sink.whole !== null) {
    const kept = await sink.finish();
    if (!kept.ok) return kept;
    if (kept.value.hash === sink.whole) return ok(asCame(context, kept.value, path));
    const restarted = await restart(into);
    if (!restarted.ok) return restarted;
  }
  const first = await fetchOnce(context, into, remote, path);
  if (!first.ok) return first;
  const stated = remote.facts.sha256;
  if (stated === null || stated === first.value.hash) return first;
  const restarted = await restart(into);
  if (!restarted.ok) return restarted;
  const second = await fetchOnce(context, into, remote, path);
  if (!second.ok) return second;
  const trusted = second.value.hash === stated || second.value.hash === first.value.hash;
  return trusted ? second : fail(damaged(path, 'its bytes came differently each time'));
}

/** Tells the progress that these bytes, which were announced, need not come any more. */
function asCame({ progress, site }: SiteContext, whole: Fetched, path: string): Fetched {
  const { size } = whole;
  progress.begin({ site: site.id, path, direction: 'down', total: size }, { from: size }).end();
  return whole;
}

async function fetchOnce(
  context: SiteContext,
  into: Into,
  remote: RemoteFile,
  path: string,
): Promise<Result<Fetched>> {
  const { sink } = into;
  const resume = sink.offset > 0 ? { offset: sink.offset, etag: sink.etag } : null;
  const { size, name } = remote;
  const { progress, service, signal } = context;
  const begun = progress.asks(path);
  const answer = await service.downloadFile(remote.id, resume, { signal, size, name }).finally(begun);
  if (!answer.ok) return answer.failure.code === 'not-found' ? fail(bytesMissing(path)) : answer;
  const received = answer.value;
  if (resume !== null && received.offset === 0) {
    const restarted = await restart(into);
    if (!restarted.ok) {
      // Only this frees its connection for another file.
      received.cancel();
      return restarted;
    }
  }
  const streamed = await pump(context, into, received, remote, path);
  if (!streamed.ok) return streamed;
  const whole = await sink.finish();
  if (!whole.ok) return whole;
  const length = lengthFault(whole.value.size, received.total, remote.size);
  return length === null ? whole : fail(damaged(path, length));
}

async function pump(
  context: SiteContext,
  { sink, space }: Into,
  received: Download,
  remote: RemoteFile,
  path: string,
): Promise<Result<void>> {
  const progress = context.progress.begin(
    { site: context.site.id, path, direction: 'down', total: received.total ?? remote.size },
    { from: received.offset },
  );
  const watchdog = new DownloadWatchdog(context, remote, path, received.offset, received.total);
  const note = { fingerprint: remote.fingerprint, etag: received.etag };
  const atTimes = checkpoints(context.env, () => sink.checkpoint(note));
  const breakOff = async (): Promise<Result<void>> => {
    await sink.suspend(note);
    return fail(brokenOff(path, context.signal.aborted));
  };
  try {
    let bytes = received.offset;
    const shaped = context.down.shape(received.stream, context.signal);
    for await (const chunk of context.pauseSwitch.shape(shaped, context.signal)) {
      bytes += chunk.length;
      const ended = await watchdog.check(bytes);
      if (ended?.kind === 'damaged') return fail(damaged(path, ended.why));
      if (ended?.kind === 'failed') return fail(ended.failure);
      const written = await sink.write(chunk);
      if (!written.ok) return written;
      space.written(chunk.length);
      progress.moved(chunk.length);
      if (ended?.kind === 'broken') return await breakOff();
      await atTimes();
    }
    return ok(undefined);
  } catch (error) {
    if (!(error instanceof DownloadBroken)) throw error;
    // If it cannot be unpacked, no part of it is worth keeping.
    if (error.failure.code === 'not-understood') return fail(damaged(path, 'it cannot be unpacked'));
    return await breakOff();
  } finally {
    received.cancel();
    progress.end();
  }
}

function lengthFault(size: number, total: number | null, recorded: number | null): string | null {
  if (total !== null && size !== total) return `${numberText(size)} of ${numberText(total)} bytes came`;
  if (recorded !== null && size !== recorded)
    return `${numberText(size)} bytes came where the record says ${numberText(recorded)}`;
  return null;
}

function damaged(path: string, why: string): Failure {
  return {
    code: 'damaged-transfer',
    message: `${path} did not arrive whole: ${why}.`,
    hint: 'Nothing was replaced. If this stays, ask who manages the service to check the file.',
    retry: 'later',
  };
}

function brokenOff(path: string, stopped: boolean): Failure {
  return {
    code: stopped ? 'cancelled' : 'timeout',
    message: `The connection broke while ${path} was fetched.`,
    hint: 'What came is kept; the rest is fetched when the connection is back.',
    retry: 'later',
  };
}

function bytesMissing(path: string): Failure {
  return {
    code: 'not-found',
    message: `The service lists ${path} but does not have its bytes.`,
    hint: 'Ask who manages the service to upload it again.',
    retry: 'later',
  };
}
