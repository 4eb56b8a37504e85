import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SeriesParser } from '../../../../main/adapters/rest/series/series-parser.ts';
import { readSeriesReply } from '../../../../main/adapters/rest/series/series-reply.ts';
import { createService } from '../../../../main/adapters/rest/service.ts';
import type { SeriesPoints } from '../../../../main/sync/ports/service.ts';
import { parseSiteId } from '../../../../shared/model/ids.ts';

const FROM = Date.UTC(2026, 0, 1);
const COUNT = 40_000;
const RANGE = { from: FROM, to: FROM + COUNT * 60_000 };
const points = Array.from({ length: COUNT }, (_, at) => [new Date(FROM + at * 60_000).toISOString(), at / 8]);
const body = Buffer.from(JSON.stringify({ b: [], a: points }));

function parser(): SeriesParser {
  const made = new SeriesParser();
  onTestFinished(() => made.close());
  return made;
}

async function parse(
  own: SeriesParser,
  ...[bytes, ids, range]: Parameters<SeriesParser['parse']>
): Promise<readonly SeriesPoints[]> {
  const parsed = await own.parse(bytes, ids, range);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  if (typeof parsed.value === 'string') throw new Error(parsed.value);
  return parsed.value;
}

describe('a large answer to a timeseries query', () => {
  it('is read beside the engine, which goes on meanwhile', async () => {
    let turns = 0;
    let done = false;
    const turn = (): void => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    const series = await parse(parser(), body, ['a', 'b', 'c'], RANGE);
    done = true;
    expect(turns).toBeGreaterThan(20);
    expect(series).toEqual(readSeriesReply(body, ['a', 'b', 'c'], RANGE));
    expect(series[0]!.values.at(-1)).toBe((COUNT - 1) / 8);
  });

  it('is none where it is cut off, and several at once do not mix', async () => {
    const own = parser();
    const [cut, first, second] = await Promise.all([
      own.parse(body.subarray(0, -5), ['a'], RANGE),
      parse(own, body, ['a'], { from: FROM, to: FROM + 120_000 }),
      parse(own, body, ['b'], RANGE),
    ]);
    expect(cut).toEqual({ ok: true, value: 'unknown' });
    expect([...first[0]!.values]).toEqual([0, 1 / 8]);
    expect(second[0]!.times).toHaveLength(0);
    expect(body.length).toBeGreaterThan(1e6);
  });

  it('is no longer wanted at the end, which is no fault of the service', async () => {
    const own = parser();
    const reading = own.parse(body, ['a'], RANGE);
    own.close();
    const unread = { ok: false, failure: { code: 'cancelled', message: 'SiteSync is being closed.' } };
    expect(await reading).toMatchObject(unread);
    expect(await own.parse(body, ['a'], RANGE)).toMatchObject(unread);
  });
});

describe('an answer with an object on each line (NDJSON)', () => {
  const flat = [
    { id: 'a', time: FROM, value: 1 },
    { id: 'b', time: FROM, value: 2 },
    { id: 'a', time: FROM + 1, value: null },
  ];
  const whole = [
    { id: 'a', points: [[FROM, 1]] },
    { id: 'b', points: [] },
  ];
  const lines = (rows: readonly object[], end: string): string =>
    rows.map((row) => JSON.stringify(row) + end).join('');
  const inLines = (text: string) => readSeriesReply(Buffer.from(text), ['a', 'b'], RANGE);

  it.each([
    ['a sample on each', lines(flat, '\n'), flat],
    ['as Windows ends lines, with the NaN of Python', lines(flat, '\r\n').replace('null', 'NaN'), flat],
    ['a series on each', lines(whole, '\n').trim(), whole],
  ])('is read like a list of them: %s', (_, text, rows) => {
    const listed = readSeriesReply(Buffer.from(JSON.stringify(rows)), ['a', 'b'], RANGE);
    expect(listed).toHaveLength(2);
    expect(inLines(text)).toEqual(listed);
  });

  it('is not understood where the last line is cut off, or tells an error', () => {
    expect(inLines(lines(flat, '\n').slice(0, -9))).toBe('unknown');
    expect(inLines(lines([...flat, { detail: 'The database went away.' }], '\n'))).toBe('unknown');
  });
});

it('takes the NaN that Python writes for no value, and leaves ids as they are', () => {
  const written = `{"a": [[${FROM}, NaN], [${FROM + 1}, -Infinity],[${FROM + 2},1.5]], "no NaN, b": [[${FROM},2]]}`;
  const series = readSeriesReply(Buffer.from(written), ['a', 'no NaN, b'], RANGE);
  expect(series).toMatchObject([
    { values: Float64Array.of(Number.NaN, Number.NaN, 1.5) },
    { values: Float64Array.of(2) },
  ]);
});

async function serviceThatAnswers(answer: string, largestReply?: number) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('Content-Type', 'application/json').end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const made = createService({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => 'secret-token',
    env: {},
    userAgent: 'test',
    ...(largestReply === undefined ? {} : { largestReply }),
  });
  if (!made.ok) throw new Error(made.failure.message);
  onTestFinished(() => made.value.close());
  return made.value.querySeries(parseSiteId('s')!, ['a'], RANGE);
}

describe('an answer that is none', () => {
  it('is shown as it begins, without a secret in it', async () => {
    const result = await serviceThatAnswers('{"sensors":\n  7, "echo": "secret-token"}');
    expect(result).toMatchObject({ ok: false, failure: { code: 'not-understood' } });
    const { message } = (result as Extract<typeof result, { ok: false }>).failure;
    expect(message).toContain('It begins: “{"sensors": 7');
    expect(message).not.toContain('secret');
    const escaped = await serviceThatAnswers(String.raw`{"sensors": 7, "echo": "\u0073ecret-token"}`);
    expect(escaped).toMatchObject({
      failure: { message: expect.stringContaining('It begins: “{"sensors":7,"echo":"***"}”.') },
    });
  });

  it('is asked for in smaller parts where it comes in pages', async () => {
    const result = await serviceThatAnswers(
      '{"count": 2, "next": "/?offset=1", "results": [{"id": "a", "points": []}]}',
    );
    expect(result).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  });

  it('asks for less where it is larger than may be', async () => {
    const result = await serviceThatAnswers(`{"a": [${'[1,2],'.repeat(1000)}[1,2]]}`, 1000);
    expect(result).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  });
});
