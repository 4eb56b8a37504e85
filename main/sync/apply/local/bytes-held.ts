import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import type { Free } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import { DownloadBroken, type Download } from '../../ports/service.ts';

/**
 * How many bytes the service really gives out for a record, asked before the copy here is removed: they may never have
 * arrived, or been lost, although the record is there. Only the last byte is fetched. Null if the service does not say.
 */
export async function bytesHeld(
  { mirror, service, signal, site }: Pick<SiteContext, 'mirror' | 'service' | 'signal' | 'site'>,
  { id, local, path }: Free,
): Promise<Result<number | null>> {
  const last = { offset: local.size - 1, etag: null };
  const size = mirror.record(site.id, id)?.size ?? null;
  const answer = await service.downloadFile(id, last, { signal, size, name: path });
  if (!answer.ok) return answer.failure.code === 'not-found' ? fail(notHeld(path)) : answer;
  const { total } = answer.value;
  const broken = await letGo(answer.value, total === local.size);
  return broken === null ? ok(total) : fail(broken.failure);
}

/**
 * Ends the download. A last byte is awaited, so that its connection can be used again. If the file is longer by now
 * only its first chunk is read, and if all of it comes nothing is. Null if nothing broke.
 */
async function letGo(
  { offset, stream, cancel }: Download,
  isLastByte: boolean,
): Promise<DownloadBroken | null> {
  try {
    if (offset > 0) for await (const _ of stream) if (!isLastByte) break;
    return null;
  } catch (error) {
    if (error instanceof DownloadBroken) return error;
    throw error;
  } finally {
    cancel();
  }
}

function notHeld(path: string): Failure {
  return {
    code: 'not-found',
    message: `${path} stays on this computer: the service lists it but does not have its bytes.`,
    hint: 'Tell whoever manages the service. If you save it here once more, it is sent again.',
    retry: 'later',
  };
}
