import { describe, expect, it } from 'vitest';
import { hrefOf, parseRoute, type Target } from '../../../renderer/state/route.ts';

describe('the place in the address', () => {
  it.each<Target>([
    { screen: 'outbox', tab: 'issues', params: {} },
    { screen: 'settings', tab: null, params: {} },
    { screen: 'site', site: 'a/b ü?#%', tab: 'files', params: { file: 'local:Other/a b&c=d.pdf' } },
    { screen: 'site', site: 'site-1', tab: null, params: { category: 'other', status: 'failed,conflict' } },
  ])('comes back as it was written: $screen', (target) => {
    expect(parseRoute(hrefOf(target))).toEqual(target);
  });

  it.each(['', '#', '#/', '#/nonsense', '#/site', '#/site/', '#key=abc'])(
    '%j is the list of sites',
    (hash) => {
      expect(parseRoute(hash).screen).toBe('sites');
    },
  );

  it('bears an address that was cut in the middle', () => {
    expect(parseRoute('#/site/%E0%A4/files')).toEqual({ screen: 'sites', tab: null, params: {} });
  });
});
