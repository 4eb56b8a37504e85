import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesOf, categories, SAMPLE, sample } from './sample.ts';

const MAGIC: Readonly<Record<string, string>> = {
  pdf: '%PDF-',
  glb: 'glTF',
  ifc: 'ISO-10303-21;',
  png: '\u0089PNG',
  zip: 'PK\u0003\u0004',
};

function startsRight(path: string): boolean {
  const magic = MAGIC[path.slice(path.lastIndexOf('.') + 1)];
  return magic === undefined || bytesOf(path).subarray(0, magic.length).toString('latin1') === magic;
}

test('sites lie in three time zones or more and belong to two organizations', () => {
  expect(sample.sites.length).toBeGreaterThanOrEqual(4);
  expect(new Set(sample.sites.map(({ timezone }) => timezone)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(sample.sites.map(({ organization }) => organization)).size).toBe(2);
});

describe.each(sample.sites)('$name', (site) => {
  test('has a zone and coordinates that exist', () => {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: site.timezone })).not.toThrow();
    expect(Math.abs(Number(site.latitude))).toBeLessThan(90);
    expect(Math.abs(Number(site.longitude))).toBeLessThan(180);
  });

  test('fills every category', () => {
    expect([...new Set(site.files.map(({ category }) => category))].sort()).toEqual([...categories].sort());
  });

  test('names files that are there and begin as their kind does', () => {
    const paths = [site.photo, ...site.files.map(({ path }) => path), ...site.models.map(({ file }) => file)];
    for (const path of paths) {
      expect(bytesOf(path).length, path).toBeGreaterThan(100);
      expect(startsRight(path), path).toBe(true);
    }
    expect(new Set(site.files.map(({ category, name }) => `${category}/${name}`)).size).toBe(
      site.files.length,
    );
  });

  test('names a model of its own in every 3D model record', () => {
    const models = site.models.map(({ id }) => id);
    const named = site.files
      .filter(({ category }) => category === 'model-3d')
      .map((file) => file.metadata?.model_id);
    expect(named.length).toBeGreaterThan(0);
    for (const id of named) expect(models).toContain(id);
  });
});

test('one site has more than 20 files, and sub-folders are seen', () => {
  expect(Math.max(...sample.sites.map(({ files }) => files.length))).toBeGreaterThan(20);
  const placed = sample.sites.flatMap(({ files }) =>
    files.map(({ metadata }) => metadata?.sitesync?.path ?? ''),
  );
  expect(placed).toContain('Spec Sheet/Air handling/AHU-03 schematic R4.pdf');
});

test('the folder holds 8 MB at most, and nothing that the manifest does not name', () => {
  const entries = readdirSync(SAMPLE, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  expect(paths.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThanOrEqual(8_000_000);
  const named = sample.sites.flatMap(({ photo, files, models, series }) => [
    photo,
    ...files.map(({ path }) => path),
    ...models.map(({ file }) => file),
    ...series.map(({ file }) => file),
  ]);
  const expected = new Set(
    [...named, 'sample.json', 'README.md', '.gitattributes'].map((path) => join(SAMPLE, path)),
  );
  expect(paths.filter((path) => !expected.has(path))).toEqual([]);
});
