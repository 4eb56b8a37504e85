import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutRows, type ListInPage } from '../../../../main/adapters/rest/pages/cut-rows.ts';

const row = fc.dictionary(fc.string(), fc.jsonValue());
const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n  ');
const others = fc.dictionary(
  fc.string().filter((name) => name !== 'results'),
  fc.jsonValue(),
);

/** Text of JSON with the same rows in it, however it is laid out. */
const page = fc
  .record({
    rows: fc.array(row, { maxLength: 5 }),
    before: others,
    after: others,
    indent: fc.constantFrom(0, 2, '\t'),
    space,
    isBare: fc.boolean(),
  })
  .map(({ rows, before, after, indent, space: around, isBare }) => {
    const body = isBare ? rows : { ...before, results: rows, ...without(after, before) };
    return { rows, text: around + JSON.stringify(body, null, indent) + around };
  });

function without(fields: object, taken: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in taken)));
}

function cutAll(bytes: Buffer): (ListInPage & { readonly rows: readonly string[] }) | null {
  const rows: string[] = [];
  const cutting = cutRows(bytes);
  let next = cutting.next();
  for (; next.done !== true; next = cutting.next()) rows.push(next.value.toString());
  return next.value === null ? null : { ...next.value, rows };
}

function cut(text: string): readonly string[] | null {
  return cutAll(Buffer.from(text))?.rows ?? null;
}

describe('cutRows', () => {
  it('cuts any page of objects into the rows that JSON has in it', () => {
    let cuts = 0;
    fc.assert(
      fc.property(page, ({ rows, text }) => {
        const found = cut(text);
        // Where the word is in the text twice, it leaves the page whole.
        if (found === null) return text.split('"results"').length > 2;
        cuts += 1;
        expect(found.map((one) => JSON.parse(one) as unknown)).toEqual(JSON.parse(JSON.stringify(rows)));
        return true;
      }),
      { numRuns: 500 },
    );
    expect(cuts).toBeGreaterThan(400);
  });

  it('leaves what is around the rows as it was, so that it can be read without them', () => {
    fc.assert(
      fc.property(page, ({ text }) => {
        const bytes = Buffer.from(text);
        const found = cutAll(bytes);
        if (found === null) return;
        const rest = bytes.toString('utf8', 0, found.start) + bytes.toString('utf8', found.end);
        const whole = JSON.parse(text) as unknown;
        expect(JSON.parse(rest)).toEqual(Array.isArray(whole) ? [] : { ...(whole as object), results: [] });
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a web page', '<html>"results":[{}]</html>'],
    ['one record', '{"id":"1"}'],
    ['a page without a list', '{"results":{"id":"1"}}'],
    ['rows that are no objects', '{"results":[1,2]}'],
    ['rows that follow each other without a comma', '{"results":[{"id":"1"} {"id":"2"}]}'],
    ['a comma too many', '{"results":[{"id":"1"},]}'],
    ['two lists', '{"results":[{"id":"1"}],"results":[{"id":"2"}]}'],
    ['a byte order mark', '\ufeff{"results":[{"id":"1"}]}'],
    ['a name without a colon', '{"results"[{"id":"1"}]}'],
  ])('leaves alone %s', (_, text) => {
    expect(cut(text)).toBeNull();
  });

  it('ends with a page that breaks off anywhere, and never takes it for a whole one', () => {
    const text = '{"count":2,"next":null,"results":[{"name":"a\\"b]}","deep":[{"x":[1]}]},{"name":"c"}]}';
    expect(cut(text)).toHaveLength(2);
    for (let length = 0; length < text.length - 1; length++) {
      expect(cut(text.slice(0, length))).toBeNull();
    }
  });
});
