import type { Equipment } from '../building.ts';
import { normal, pick, seeded } from '../random.ts';
import { lineChart } from './charts.ts';
import { type Heading, Paper } from './paper.ts';
import { CHECKS, VISITS } from './work.ts';

/** A day of readings that a report shows, every quarter of an hour from midnight. */
export interface Trend {
  readonly title: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  readonly lines: readonly {
    readonly name: string;
    readonly colour: string;
    readonly values: readonly number[];
  }[];
}

export interface Commissioning {
  readonly heading: Heading;
  readonly subtitle: string;
  readonly summary: readonly string[];
  readonly items: readonly Equipment[];
  readonly trends: readonly Trend[];
  readonly pictures: readonly { readonly png: Uint8Array; readonly caption: string }[];
  readonly signed: readonly (readonly [role: string, name: string])[];
}

/** Tests of every machine with design and measured values, trends, open points, signatures. */
export async function commissioningReport(report: Commissioning): Promise<Uint8Array> {
  const paper = await Paper.open(report.heading);
  const random = seeded(`commissioning ${report.heading.number}`);
  paper.title(report.heading.title, report.subtitle);
  paper.section('1  Summary');
  for (const text of report.summary) paper.paragraph(text);
  for (const picture of report.pictures) await paper.picture(picture.png, picture.caption);
  report.items.forEach((item, index) => {
    paper.section(`${index + 2}  ${item.tag}  ${item.title}`);
    paper.facts([
      ['Type', `${item.maker} ${item.model}`],
      ['Serial number', item.serial],
      ...item.data.slice(0, 3),
    ]);
    paper.table(
      [
        { title: 'Check', share: 0.46 },
        { title: 'Design', share: 0.18, right: true },
        { title: 'Measured', share: 0.18, right: true },
        { title: 'Result', share: 0.18 },
      ],
      CHECKS[item.kind].map(([check, design, unit, digits]) => {
        const measured = design * (1 + normal(random) * 0.03);
        const result = Math.abs(measured / design - 1) > 0.06 ? 'retest' : 'passed';
        return [check, `${design.toFixed(digits)} ${unit}`, `${measured.toFixed(digits)} ${unit}`, result];
      }),
    );
  });
  for (const trend of report.trends) {
    paper.section(trend.title, 260);
    paper.figure(210, 'Logged every 15 minutes, local time', (frame) =>
      lineChart(
        frame,
        { label: 'Hour of the day', from: 0, to: 24, ticks: 12 },
        { label: trend.unit, from: trend.from, to: trend.to, ticks: 6, digits: 1 },
        trend.lines.map(({ name, colour, values }) => ({
          name,
          colour,
          points: values.map(
            (value, index) => [index / 4, Math.min(trend.to, Math.max(trend.from, value))] as const,
          ),
        })),
      ),
    );
  }
  paper.section('Signatures');
  paper.facts(report.signed);
  return paper.toBytes();
}

export interface Log {
  readonly heading: Heading;
  readonly subtitle: string;
  readonly intro: string;
  readonly items: readonly Equipment[];
  readonly people: readonly [string, ...string[]];
  readonly entries: number;
  /** First day, `YYYY-MM-DD`; the last one is the date of the heading. */
  readonly from?: string;
  /** What is done at a visit; by default what the kind of the machine calls for. */
  readonly work?: readonly [string, ...string[]];
}

/** Dated visits over a year, oldest first, as a service book lists them. */
export async function maintenanceLog(log: Log): Promise<Uint8Array> {
  const paper = await Paper.open(log.heading);
  paper.title(log.heading.title, log.subtitle);
  paper.paragraph(log.intro);
  paper.section('Visits');
  paper.table(
    [
      { title: 'Date', share: 0.13 },
      { title: 'Machine', share: 0.13 },
      { title: 'Work', share: 0.44 },
      { title: 'Hours', share: 0.09, right: true },
      { title: 'By', share: 0.21 },
    ],
    logRows(log),
  );
  paper.section('Open points');
  paper.paragraph(
    'Order the parts that are marked "part needed" before the next visit. Compare the vibration of every fan with the ' +
      'values of the commissioning; report an increase of more than 2 mm/s.',
  );
  return paper.toBytes();
}

export function logRows(
  log: Pick<Log, 'items' | 'people' | 'entries' | 'from' | 'work' | 'heading'>,
): string[][] {
  const random = seeded(`log ${log.heading.number}`);
  const start = Date.parse(log.from ?? '2025-11-03');
  const days = (Date.parse(log.heading.date) - start) / 86_400_000;
  return Array.from({ length: log.entries }, (_, index) => {
    const day = start + Math.floor(((index + random() * 0.7) * days) / log.entries) * 86_400_000;
    const item = log.items[Math.floor(random() * log.items.length)];
    if (item === undefined) throw new Error(`${log.heading.number}: a log needs a machine`);
    return [
      new Date(day).toISOString().slice(0, 10),
      item.tag,
      pick(random, log.work ?? VISITS[item.kind]),
      (0.5 + Math.floor(random() * 8) / 2).toFixed(1),
      pick(random, log.people),
    ];
  });
}
