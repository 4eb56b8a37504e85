import { type FileRow, fileStatus } from '../../shared/ipc/files.ts';
import { CATEGORIES } from '../../shared/model/category.ts';

const STEMS = [
  'AHU-03 schematic R4.pdf',
  'Rijnhaven_MEP_R24.rvt',
  'Level 12 ceiling void scan.glb',
  'rijnhaven-points.csv',
  'AHU-03 sequence of operation and commissioning record.docx',
  'Chiller CH-02 O&M manual.pdf',
  'Facade panel survey 2026-10.zip',
  'Grundfos MAGNA3 65-120 F.pdf',
  'IMG_20261112_141803.jpg',
  'Rijnhaven_ARCH_L00-L24.ifc',
] as const;
const PEOPLE = ['You', 'Joris de Wit', 'A. Yilmaz', 'Carrier NL'] as const;
const REASONS: Readonly<Record<string, string>> = { waiting: 'in use', failed: 'too large' };
const START = Date.UTC(2026, 10, 17, 9, 36);

/** Any number of files; the same number gives the same files. */
export function sampleFiles(count: number): readonly FileRow[] {
  return Array.from({ length: count }, (_, index) => sampleFile(index));
}

function sampleFile(index: number): FileRow {
  const mixed = (index * 2_654_435_761) >>> 0;
  const status = fileStatus.options[index % 3 === 0 ? mixed % 10 : 7] ?? 'up-to-date';
  const category = CATEGORIES[mixed % CATEGORIES.length]?.id ?? 'other';
  const stem = STEMS[index % STEMS.length] ?? STEMS[0];
  const running = status === 'downloading' || status === 'uploading';
  return {
    key: `file-${index}`,
    name: index < STEMS.length ? stem : `${Math.floor(index / STEMS.length)} ${stem}`,
    path: `Air handling/${Math.floor(index / 100)}/${stem}`,
    category,
    size: 40_000 + (mixed % 4000) * (1 + (index % 700)) * 100,
    changedAt: START - index * 1_800_000,
    by: PEOPLE[mixed % PEOPLE.length] ?? null,
    status,
    reason: REASONS[status] ?? null,
    share: running ? (mixed % 100) / 100 : null,
    here: status !== 'online-only',
    pinned: null,
  };
}
