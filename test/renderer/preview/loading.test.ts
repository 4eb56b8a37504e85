import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PreviewLoading } from '../../../renderer/features/preview/preview-parts.tsx';

const shown = (how: { done?: number; total?: number; share?: number }): string =>
  renderToStaticMarkup(createElement(PreviewLoading, { words: 'Opening', ...how }));

it('tells bytes where bytes are what is waited for', () => {
  expect(shown({ done: 300_000, total: 1_000_000 })).toContain('300 kB of 1.0 MB');
  // The steps of a model are no bytes: "0.9 of 1.0 B" would be of none.
  const model = shown({ share: 0.9 });
  expect(model).not.toContain(' B');
  expect(model).toContain('90');
});
