import { expect, it } from 'vitest';
import type { App } from '../../../main/app/app.ts';
import { contentReply } from '../../../main/hosts/page/content-reply.ts';
import { fail, type FailureCode } from '../../../shared/failure.ts';

const address = { what: 'file', site: 'site-1', key: 'a' } as const;

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
