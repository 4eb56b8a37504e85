import { expect, it } from 'vitest';
import { mended } from '../../../renderer/features/preview/ifc/mended.ts';

const END = '\nENDSEC;\nEND-ISO-10303-21;\n';

it.each([
  ["#1=IFCWALL('a');\n#2=IFCDOOR('b", "#1=IFCWALL('a');"],
  ["#1=IFCWALL('a; b');\r\n#2=IFCDOOR('c; d", "#1=IFCWALL('a; b');"],
  // All in one line.
  ["#1=IFCWALL('a');#2=IFCDOOR('b');#3", "#1=IFCWALL('a');#2=IFCDOOR('b');"],
  ["#1=IFCWALL('a');\n", "#1=IFCWALL('a');"],
  ["#1=IFCWALL('a');\nENDSE", "#1=IFCWALL('a');"],
])('ends a model that stops early behind its last whole statement: %j', (cut, whole) => {
  const read = new TextDecoder().decode(mended(new TextEncoder().encode(cut)));
  expect(read).toBe(`${whole}${END}`);
});

it('leaves what holds no whole statement', () => {
  const bytes = new TextEncoder().encode('ISO-10303-21');
  expect(mended(bytes)).toBe(bytes);
});
