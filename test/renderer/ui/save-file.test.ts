import { expect, it } from 'vitest';
import { fileName } from '../../../renderer/ui/browser/save-file.ts';

it.each([
  [['Harbour', '2026-03-29'], 'Harbour 2026-03-29.csv'],
  [['../a\\b: "c"\n', 'x'], '..-a-b- -c-- x.csv'],
  // It would be read as "Harbour vsc.exe".
  [['Harbour \u202Eexe'], 'Harbour \uFFFDexe.csv'],
  [['x'.repeat(500)], `${'x'.repeat(120)}.csv`],
])('a file of %j is called %s', (parts, name) => expect(fileName(parts, 'csv')).toBe(name));
