import type { ReactNode } from 'react';
import { failureText } from '../../../shared/failure.ts';
import { useBridge } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { format } from '../../ui/format.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SitePhoto } from '../../ui/site-photo.tsx';
import { countFolders, type Choices, type ReviewFile } from './choices.ts';
import { useDropDesk } from './drop-context.ts';
import type { DropStage } from './drop-desk.ts';
import { FolderTree } from './folder-tree.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewFilters } from './review-filters.tsx';
import { ReviewSum } from './review-sum.tsx';
import { ReviewTable } from './review-table.tsx';
import { SkippedNote } from './skipped-note.tsx';
import { useReview } from './use-review.ts';

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
  const { review: found, place, comparing, failure } = stage;
  const review = useReview(stage, choices);
  const { files, folders, tops } = review;
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
      filters={<ReviewFilters review={review} />}
      summary={<ReviewSum sum={review.sum} comparing={comparing} />}
      actions={<ReviewActions review={review} comparing={comparing} />}
    >
      {folders.length > 0 && (
        <FolderTree
          folders={folders}
          files={files.length}
          value={review.folder}
          onChange={review.setFolder}
        />
      )}
      <div className="review-work">
        {failure !== null && (
          <Banner tone="bad" title={t('drop.failed')}>
            {failureText(failure)}
          </Banner>
        )}
        <SkippedNote skipped={found.skipped} />
        <ReviewTable
          lines={review.lines}
          choices={choices}
          onChoices={onChoices}
          onShowAll={review.showAll}
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
