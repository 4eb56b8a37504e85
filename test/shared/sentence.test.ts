import { expect, it } from 'vitest';
import { sentence } from '../../shared/sentence.ts';

it.each([
  ['502 Bad Gateway', '502 Bad Gateway.'],
  ['The disk is full.', 'The disk is full.'],
  ['Which site?', 'Which site?'],
  ['and so on …', 'and so on …'],
  ['“photo.jpg”', '“photo.jpg”.'],
])('ends %s as a sentence', (words, ended) => expect(sentence(words)).toBe(ended));
