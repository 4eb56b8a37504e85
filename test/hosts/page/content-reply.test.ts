import { expect, it } from 'vitest';
import type { App } from '../../../main/app/app.ts';
import { contentAddress, contentReply } from '../../../main/hosts/page/content-reply.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { fail, type FailureCode } from '../../../shared/failure.ts';

const address = { what: 'file', site: 'site-1' as SiteId, key: 'a' } as const;

it.each([
  ['not-found', 404],
  ['bad-input', 404],
  ['unreadable', 403],
] as const satisfies readonly (readonly [FailureCode, number])[])(
  'tells a file that cannot be read from one that is not here: %s',
  async (code, status) => {
    const content: App['content'] = async () => fail({ code, message: '', hint: '', retry: 'later' });
    expect(await contentReply({ content } as App, address, 'GET', null)).toMatchObject({ status });
  },
);

it('finds nothing under an address whose site no service could name', () => {
  expect(contentAddress('/content/file/site-1/a%20b')).toEqual({ what: 'file', site: 'site-1', key: 'a b' });
  for (const site of ['a%00b', 'x'.repeat(513), '%ff'])
    expect(contentAddress(`/content/file/${site}/a`)).toBeNull();
});
