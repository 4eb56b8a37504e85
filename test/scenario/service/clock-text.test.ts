import { expect, it } from 'vitest';
import { clockText, sinceText } from '../../../main/sync/telling/clock-text.ts';

const env = {
  stamp: (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ').replace(':', ''),
};

it.each([
  ['2026-11-21T09:42:00.000Z', '09:42', '09:42'],
  ['2026-11-21T09:42:00.001Z', '09:42', '09:43'],
  ['2026-11-21T09:42:59.999Z', '09:42', '09:43'],
])('what began at %s has been so since %s, and what ends then is over at %s', (at, since, until) => {
  const ms = Date.parse(at);
  expect([sinceText(ms, env), clockText(ms, env)]).toEqual([since, until]);
});
