import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { CallOptions } from '../../sync/ports/service.ts';
import { insecureAddress, isLoopback, leadsHere } from './base-url.ts';
import { notUnderstood } from './requests/odd-answers.ts';
import type { Ask, Client } from './requests/client.ts';
import { readWhole } from './requests/reply-body.ts';

const LARGEST = 16 * 1024 * 1024;
const SUBJECT = 'the photo of the site';

export interface Photo {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Fetches the picture at an address that a site names; relative addresses are the service's. */
export async function fetchPhoto(
  client: Client,
  address: string,
  options: CallOptions,
): Promise<Result<Photo>> {
  const { baseUrl, allowInsecure } = client.options;
  const url = URL.parse(address, `${baseUrl}/`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return client.failed(badAddress('is not a web address'));
  }
  const base = new URL(baseUrl);
  const insecure = url.origin === base.origin ? null : insecureAddress(url, allowInsecure);
  if (insecure !== null) return fail(insecure);
  if (leadsHere(url.hostname) && !isLoopback(base.hostname)) {
    return client.failed(badAddress('is on this computer itself'));
  }
  const ask: Ask = {
    method: 'GET',
    address: url.href,
    purpose: { subject: SUBJECT, kind: 'read' },
    redirects: 'anywhere',
    headers: { Accept: 'image/*' },
    signal: options.signal,
  };
  const opened = await client.open(ask);
  if (!opened.ok) return opened;
  const answer = opened.value;
  const contentType = answer.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  try {
    if (!contentType.startsWith('image/')) return client.failed(notUnderstood(SUBJECT));
    return ok({ bytes: await readWhole(answer, LARGEST), contentType });
  } catch (error) {
    return client.failed(client.failureOfReading(error, ask, answer));
  } finally {
    answer.done();
  }
}

function badAddress(why: string) {
  return {
    code: 'bad-input',
    message: `The address of ${SUBJECT} ${why}.`,
    hint: 'Correct the photo of the site on the service.',
    retry: 'on-change',
  } as const;
}
