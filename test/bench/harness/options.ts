import { parseArgs } from 'node:util';

export interface Options {
  /** Names of rows; empty means all. */
  readonly rows: readonly string[];
  /** Factor for the size of the workloads. */
  readonly scale: number;
  readonly rounds: number;
  /** Whether to run other programs too, if they are installed. */
  readonly peers: boolean;
  /** File for the figures. */
  readonly out: string;
  readonly list: boolean;
}

export const USAGE = `npm run bench -- [--row NAME]… [--scale N] [--quick] [--rounds N] [--no-peers] [--out FILE] [--list]

  --row NAME   only this row; may be repeated
  --scale N    workloads N times as large, 1 unless said
  --quick      scale 0.02 and one round: shows that it runs, and nothing else
  --no-peers   only SiteSync and its lean clients
  --rounds N   runs of each program, 5 unless said
  --out FILE   bench.json unless said
  --list       the names of the rows`;

/** Null if the arguments make no sense. */
export function optionsOf(args: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        row: { type: 'string', multiple: true, default: [] },
        scale: { type: 'string' },
        rounds: { type: 'string' },
        quick: { type: 'boolean', default: false },
        'no-peers': { type: 'boolean', default: false },
        out: { type: 'string', default: 'bench.json' },
        list: { type: 'boolean', default: false },
      },
    });
    const scale = Number(values.scale ?? (values.quick ? 0.02 : 1));
    const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
    if (!(scale > 0) || !Number.isInteger(rounds) || rounds < 1) return null;
    return {
      rows: values.row,
      scale,
      rounds,
      peers: !values['no-peers'],
      out: values.out,
      list: values.list,
    };
  } catch {
    return null;
  }
}
