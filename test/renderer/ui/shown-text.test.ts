import { expect, it } from 'vitest';
import { jsx, jsxs } from '../../../renderer/text/jsx-runtime.ts';
import { unturned } from '../../../shared/unturned.ts';

const TURNED = 'plan \u202efdp.msc';
const SHOWN = 'plan \ufffdfdp.msc';

it('shows what turns the text around as what it is, and leaves letters alone that run from right to left', () => {
  for (const mark of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
    expect(unturned(`a${mark}b${mark}`)).toBe('a\ufffdb\ufffd');
  for (const name of ['مخطط.pdf', 'תוכנית קומה.pdf', 'نقشه\u200cها.pdf', 'a\u200fb', 'plan.pdf', ''])
    expect(unturned(name)).toBe(name);
});

it('does so wherever a name becomes text, and nowhere else', () => {
  const given = {
    children: TURNED,
    title: TURNED,
    'aria-label': TURNED,
    alt: TURNED,
    value: TURNED,
    id: TURNED,
  };
  expect(jsx('b', given).props).toEqual({
    children: SHOWN,
    title: SHOWN,
    'aria-label': SHOWN,
    alt: SHOWN,
    value: TURNED,
    id: TURNED,
  });
  expect(jsxs('b', { children: ['in ', TURNED, [TURNED, 1, null]] }).props).toEqual({
    children: ['in ', SHOWN, [SHOWN, 1, null]],
  });
  expect(jsx('b', { children: TURNED }, TURNED).key).toBe(TURNED);
});

it('hands on the very same where there is nothing to change', () => {
  const props = { children: ['a', { b: 1 }] };
  expect(jsxs('b', props).props).toMatchObject({ children: props.children });
  expect((jsxs('b', props).props as typeof props).children).toBe(props.children);
});
