import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { failureText } from '../../../shared/failure.ts';
import { useBridge } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { format } from '../../ui/format.ts';
import type { IconName } from '../../ui/icons.tsx';
import { Gap } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SitePhoto } from '../../ui/site-photo.tsx';
import { countFolders, decideAll, sumOf, type Choices, type ReviewFile } from './choices.ts';
import { useDropDesk } from './drop-context.ts';
import type { DropStage } from './drop-desk.ts';
import { FolderTree } from './folder-tree.tsx';
import { countShown, folderPaths, foldersOf, linesOf, SHOWN, type Shown } from './review-lines.ts';
import { ReviewSum } from './review-sum.tsx';
import { ReviewTable } from './review-table.tsx';
import { SkippedNote } from './skipped-note.tsx';
import { namesOf } from './dropped.ts';

const ICONS: Readonly<Record<Shown, IconName | undefined>> = {
  all: undefined,
  add: 'plus',
  'left-out': 'minus',
  duplicate: 'copy',
  refused: 'fail',
};

interface ReviewSheetProps {
  readonly stage: Extract<DropStage, { kind: 'review' }>;
  /** Of the site. */
  readonly name: string;
  readonly hasPhoto: boolean;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
}

/** Every dropped file with what will become of it; nothing is copied before the one button is pressed. */
export function ReviewSheet({ stage, name, hasPhoto, choices, onChoices }: ReviewSheetProps): ReactNode {
  const t = useText();
  const desk = useDropDesk();
  const { contentUrl } = useBridge();
  const { review, place, comparing, failure } = stage;
  const [shown, setShown] = useState<Shown>('all');
  const [folder, setFolder] = useState<string | null>(null);
  const [words, setWords] = useState('');
  const needle = useDeferredValue(words);
  const files = useMemo(() => decideAll(review.rows, choices), [review.rows, choices]);
  const folders = useMemo(() => foldersOf(files), [files]);
  // A file that was dropped by itself lies in nothing; a folder may hold no file at all.
  const tops = files.length === 0 ? namesOf(stage.source) : folders.map((each) => each.name);
  const counts = useMemo(() => countShown(files), [files]);
  const sum = useMemo(() => sumOf(files), [files]);
  const lines = useMemo(
    () => linesOf(files, { shown, folder, text: needle }),
    [files, shown, folder, needle],
  );
  const add = (): void =>
    void desk.add(
      files
        .filter(({ state }) => state === 'add')
        .map(({ row, category }) => ({ index: row.index, category })),
    );
  return (
    <Sheet
      isOpen
      onClose={() => desk.cancel()}
      title={t('drop.addTo', { site: name })}
      subtitle={t(tops.length === 0 ? 'drop.leadLoose' : 'drop.lead', {
        count: files.length,
        what: whereIn(tops, files, t),
        size: t('drop.leadSize', { size: format.bytes(bytesOf(files)), count: countFolders(files) }),
      })}
      lead={<SitePhoto src={hasPhoto ? contentUrl('photo', place.site, 'photo') : null} size={44} />}
      filters={
        <>
          <FilterChips
            label={t('drop.show')}
            value={shown}
            onChange={setShown}
            options={SHOWN.filter((each) => each === 'all' || each === shown || counts[each] > 0).map(
              (each) => ({
                value: each,
                label: t(`drop.shown.${each}`),
                icon: ICONS[each],
                count: counts[each],
              }),
            )}
          />
          <Gap />
          {folders.length > 0 && (
            <span className="review-folder-pick">
              <Select
                label={t('drop.folders')}
                look="button"
                icon="folder"
                value={folder ?? ''}
                onChange={(path) => setFolder(path === '' ? null : path)}
                options={[
                  { value: '', label: t('drop.allFolders') },
                  ...folderPaths(folders).map((path) => ({ value: path, label: path })),
                ]}
              />
            </span>
          )}
          <SearchField
            label={t('drop.filter')}
            placeholder={t('drop.filter')}
            value={words}
            onChange={setWords}
            width={160}
          />
        </>
      }
      summary={<ReviewSum sum={sum} comparing={comparing} />}
      actions={
        <>
          <Button size="l" onPress={() => desk.cancel()}>
            {t('drop.cancel')}
          </Button>
          <Button
            size="l"
            variant="primary"
            isDisabled={sum.files === 0}
            isPending={comparing !== null}
            onPress={add}
          >
            {sum.files === 0 ? t('drop.nothingToAdd') : t('drop.add', { count: sum.files })}
          </Button>
        </>
      }
    >
      {folders.length > 0 && (
        <FolderTree folders={folders} files={files.length} value={folder} onChange={setFolder} />
      )}
      <div className="review-work">
        {failure !== null && (
          <Banner tone="bad" title={t('drop.failed')}>
            {failureText(failure)}
          </Banner>
        )}
        <SkippedNote skipped={review.skipped} />
        <ReviewTable
          lines={lines}
          choices={choices}
          onChoices={onChoices}
          onShowAll={() => {
            setShown('all');
            setFolder(null);
            setWords('');
          }}
        />
      </div>
    </Sheet>
  );
}

function bytesOf(files: readonly ReviewFile[]): number {
  return files.reduce((sum, { row }) => sum + row.size, 0);
}

const NAMED = 2;

function whereIn(
  tops: readonly string[],
  files: readonly ReviewFile[],
  t: ReturnType<typeof useText>,
): string {
  const loose = files.filter((file) => file.folder === '').length;
  const parts = tops.slice(0, NAMED).map((name) => `“${name}”`);
  const rest = tops.length - NAMED;
  if (rest > 0) parts.push(t('drop.andMore', { count: rest }));
  if (loose > 0) parts.push(t('drop.byThemselves', { count: loose }));
  return format.list(parts);
}
