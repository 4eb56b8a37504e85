import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedLicences } from '../../resources/build-plugins/licences.ts';

const wanted = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
/** What may be shipped in a program that is not itself under such a licence. */
const FREE =
  /^\(?(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0|Python-2\.0|Zlib|WTFPL|Unlicense|CC0-1\.0)(?: (?:OR|AND) |\)?$)/;

describe('the licences of the packages that are shipped', () => {
  const licences = shippedLicences();

  it('are those of every dependency in the version that is installed, and of theirs', () => {
    const shown = licences.map(({ name, version }) => `${name} ${version}`);
    expect(shown).toEqual(
      expect.arrayContaining(Object.entries(wanted.dependencies).map((each) => each.join(' '))),
    );
    // Only others need these.
    expect(shown.join('\n')).toMatch(/^scheduler /m);
    expect(shown.join('\n')).not.toMatch(/^(?:vitest|vite|oxlint|electron-builder) /m);
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('are all such as permit it', () => {
    expect(licences.filter(({ licence }) => !FREE.test(licence))).toEqual([]);
  });

  it('come with their texts, but for packages that bring none', () => {
    const bare = licences.filter(({ text }) => text === '').map(({ name }) => name);
    for (const name of ['axios', 'react', 'three', 'web-ifc', 'better-sqlite3'])
      expect(bare).not.toContain(name);
    expect(licences.filter(({ text }) => text.length > 100).length).toBeGreaterThan(licences.length * 0.9);
  });
});
