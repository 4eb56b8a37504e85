import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../../renderer/text/en.ts';

const RENDERER = join(import.meta.dirname, '..', '..', '..', 'renderer');

/** Every word of the catalogue by its key, the forms of a plural as one. */
function keysOf(words: object, above = ''): readonly string[] {
  return Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'string'
      ? [above + name.replace(/_(zero|one|other)$/, '')]
      : keysOf(word as object, `${above}${name}.`),
  );
}

function sources(): string {
  return readdirSync(RENDERER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.endsWith('en'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('the catalogue of words', () => {
  it('holds no word that nobody says', () => {
    const source = sources();
    // A key may be put together: `ui.status.${status}`, `outbox.${words}Why`.
    const patterns = [...source.matchAll(/`([a-z]\w*(?:\.|\$\{)[^`]*\$\{[^`]*)`/g)].map(
      ([, template]) =>
        new RegExp(
          `^${template!
            .split(/\$\{[^}]*\}/)
            .map((part) => part.replaceAll('.', '\\.'))
            .join('.+')}$`,
        ),
    );
    const unsaid = [...new Set(keysOf(en))].filter(
      (key) => !source.includes(`'${key}'`) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unsaid).toEqual([]);
  });

  it('has both forms of each plural', () => {
    const flat = (words: object, above = ''): readonly string[] =>
      Object.entries(words).flatMap(([name, word]) =>
        typeof word === 'string' ? [above + name] : flat(word as object, `${above}${name}.`),
      );
    const keys = new Set(flat(en));
    const halves = [...keys].filter(
      (key) =>
        (key.endsWith('_one') && !keys.has(key.replace(/_one$/, '_other'))) ||
        (key.endsWith('_other') && !keys.has(key.replace(/_other$/, '_one'))),
    );
    expect(halves).toEqual([]);
  });
});
