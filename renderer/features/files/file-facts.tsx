import type { ReactNode } from 'react';
import type { FileDetails, FileRow } from '../../../shared/ipc/files.ts';
import { CATEGORIES, categoryLabel } from '../../../shared/model/category.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import { useAppFact } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { Facts } from '../../ui/layout/card.tsx';
import { format } from '../../ui/words/format.ts';
import { personName } from '../../ui/words/person-name.ts';
import { Select } from '../../ui/inputs/select.tsx';
import type { FileActs } from './file-acts.ts';

interface FileFactsProps {
  readonly details: FileDetails;
  readonly acts: FileActs;
}

type Fact = readonly [label: string, value: ReactNode];

/** The fields of a file and its record, with the technical ones folded away. Unknown ones are left out. */
export function FileFacts({ details, acts }: FileFactsProps): ReactNode {
  const t = useText();
  const { row, hash, metadata } = details;
  const folder = folderOf(row.path).replaceAll('/', ' / ');
  const changed = format.whenLong(row.changedAt);
  const me = useAppFact((state) => state.account.person);
  // Who uploaded it need not be who changed it last: services note the first, and few the second.
  const by = personName(row.by, me);
  const facts: readonly Fact[] = [
    [t('files.category'), <CategoryChoice key="category" row={row} acts={acts} />],
    [t('files.folder'), folder === '' ? t('files.siteFolder') : folder],
    [t('files.size'), format.bytes(row.size)],
    [t('files.changedAt'), changed],
    [t('files.created'), details.createdAt === null ? null : format.whenLong(details.createdAt)],
    [t('files.by'), by],
    [t('files.checksum'), hash !== null && <Checksum hash={hash} acts={acts} />],
  ];
  const technical: readonly Fact[] = [
    [t('files.type'), details.contentType],
    [t('files.uploader'), row.by !== by && row.by],
    [t('files.record'), details.id],
    [t('files.entity'), details.entityUri],
    [t('files.place'), details.absolute],
    [t('files.metadata'), metadata !== null && <pre>{metadata}</pre>],
  ];
  return (
    <>
      <Facts items={known(facts)} />
      <details className="file-more">
        <summary>{t('files.more')}</summary>
        <Facts items={known(technical)} />
      </details>
    </>
  );
}

function known(facts: readonly Fact[]): readonly { readonly label: string; readonly value: ReactNode }[] {
  return facts
    .filter(([, value]) => value !== null && value !== false && value !== '')
    .map(([label, value]) => ({ label, value }));
}

function CategoryChoice({ row, acts }: { readonly row: FileRow; readonly acts: FileActs }): ReactNode {
  const t = useText();
  if (!row.here) return categoryLabel(row.category);
  return (
    <Select
      label={t('files.category')}
      look="inline"
      value={row.category}
      onChange={(category) => acts.setCategory({ keys: [row.key] }, category)}
      options={CATEGORIES.map(({ id }) => ({ value: id, label: categoryLabel(id) }))}
    />
  );
}

function Checksum({ hash, acts }: { readonly hash: string; readonly acts: FileActs }): ReactNode {
  const t = useText();
  return (
    <span className="file-copied">
      {hash.slice(0, 8)} … {hash.slice(-5)}
      <IconButton icon="copy" size="s" label={t('files.copyChecksum')} onPress={() => acts.copy(hash)} />
    </span>
  );
}
