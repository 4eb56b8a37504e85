import { type Failure, ok, type Result } from '../../../../shared/failure.ts';
import type { ContentHash, FileId } from '../../../../shared/model/ids.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import type { SiteContext } from '../../context.ts';
import type { UploadSource } from '../../ports/disk.ts';
import type { UploadBody, WriteReply } from '../../ports/service.ts';
import type { RecordRecheck } from './record-recheck.ts';
import { readThrough } from '../../observe/read-through.ts';

/** Up to this size the disk hands out a file whole, with its hash. */
export const WHOLE_BYTES = 1024 * 1024;
/** For an update of at most this many bytes the record is not looked at again. */
const AT_ONCE = 64 * 1024;

/** The record as it is now; null if it cannot be read. */
export async function readBack(context: SiteContext, id: FileId): Promise<SiteFile | null> {
  const answer = await context.service.readFile(id, { signal: context.signal });
  return answer.ok ? answer.value : null;
}

/** Sends a file's bytes. `recheck`: of an update, whose record is looked at again if the upload takes long. */
export async function transfer(
  context: SiteContext,
  path: string,
  source: UploadSource,
  send: (body: UploadBody, onBytes: (bytes: number) => void) => Promise<Result<WriteReply>>,
  recheck: RecordRecheck | null = null,
): Promise<Result<WriteReply>> {
  const progress = context.progress.begin({
    site: context.site.id,
    path,
    direction: 'up',
    total: source.size,
  });
  const open = (): AsyncIterable<Uint8Array> => {
    const shaped = context.pauseSwitch.shape(
      context.up.shape(source.stream(), context.signal),
      context.signal,
    );
    return recheck === null ? shaped : recheck.over(shaped, source.size);
  };
  const isAtOnce = recheck === null || source.size <= AT_ONCE;
  const whole = context.up.unlimited && isAtOnce ? source.bytes : null;
  const body: UploadBody =
    whole === null ? { kind: 'stream', size: source.size, open } : { kind: 'bytes', bytes: whole };
  try {
    return await context.transferPhase(() => send(body, progress.moved));
  } finally {
    progress.end();
  }
}

/** A large file is hashed before it is sent, since the intent names its bytes; a small one is hashed as it is read. */
export async function hashOfLarge(
  context: SiteContext,
  local: LocalFile,
): Promise<Result<ContentHash | null>> {
  if (local.hash !== null || local.size <= WHOLE_BYTES) return ok(local.hash);
  const [hashed] = await context.transferPhase(() => readThrough(context, [local], context.signal));
  if (hashed === undefined || !hashed.ok) return hashed ?? ok(null);
  context.mirror.setHashes(context.site.id, [hashed.value]);
  return ok(hashed.value.hash);
}

/**
 * The request was sent, and only a later listing tells whether it was carried out: until then nothing is sent again.
 */
export function outcomeUnknown(path: string): Failure {
  return {
    code: 'unknown-outcome',
    message: `The service took ${path} but did not say what it made of it.`,
    hint: 'It is looked up in the next listing before anything is sent again.',
    retry: 'later',
  };
}

/** Does this failure prove that the service did nothing? True for refusals, and if there never was a connection. */
export function provesNothingDone({ code, reason }: Failure): boolean {
  return NOTHING_SENT.has(code) && reason !== 'may-be-done';
}

const NOTHING_SENT: ReadonlySet<Failure['code']> = new Set([
  'offline',
  'tls',
  'sign-in',
  'no-access',
  'too-large',
  'type-refused',
  'refused',
  'busy',
  'bad-input',
] as const);
