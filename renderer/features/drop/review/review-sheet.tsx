import type { ReactNode } from 'react';
import { failureText } from '../../../../shared/failure.ts';
import { useBridge } from '../../../state/engine.tsx';
import { useText } from '../../../text/use-text.ts';
import { Banner } from '../../../ui/telling/banner.tsx';
import { format } from '../../../ui/words/format.ts';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { SitePhoto } from '../../../ui/layout/site-photo.tsx';
import { bytesOf, countFolders, withReplaced, withTaken, type Choices, type ReviewFile } from './choices.ts';
import type { DropStage } from '../drop-desk.ts';
import { FolderTree } from './folder-tree.tsx';
import { NamesNote } from './names-note.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewFilters } from './review-filters.tsx';
import { ReviewSum } from './review-sum.tsx';
import { ReviewTable } from './review-table.tsx';
import { SkippedNote } from './skipped-note.tsx';
import { TwinsNote, UncomparedNote } from './twins-note.tsx';
import { useReview } from './use-review.ts';

interface ReviewSheetProps {
  readonly stage: Extract<DropStage, { kind: 'review' }>;
  /** The site's name. */
  readonly name: string;
  readonly hasPhoto: boolean;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
  readonly onLeave: () => void;
}

/** Every dropped file, and what will become of it. Nothing is copied before the button is pressed. */
export function ReviewSheet(props: ReviewSheetProps): ReactNode {
  const { stage, name, hasPhoto, choices, onChoices, onLeave } = props;
  const t = useText();
  const { contentUrl } = useBridge();
  const { review: found, place, comparing, failure } = stage;
  const review = useReview(stage, choices);
  const { files, folders, tops } = review;
  return (
    <Sheet
      isOpen
      follows
      onClose={onLeave}
      title={t('drop.addTo', { site: name })}
      subtitle={leadOf(tops, files, t)}
      lead={<SitePhoto src={hasPhoto ? contentUrl('photo', place.site, 'photo') : null} size={44} />}
      filters={<ReviewFilters review={review} />}
      summary={<ReviewSum sum={review.sum} comparing={comparing} />}
      actions={<ReviewActions review={review} comparing={comparing} onLeave={onLeave} />}
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
        <NamesNote
          files={files}
          onReplaced={(some, replace) => onChoices(withReplaced(choices, some, replace))}
        />
        <TwinsNote files={files} onTaken={(some, take) => onChoices(withTaken(choices, some, take))} />
        <UncomparedNote uncompared={found.uncompared} />
        <ReviewTable
          lines={review.lines}
          list={review.list}
          choices={choices}
          onChoices={onChoices}
          onShowAll={review.showAll}
        />
      </div>
    </Sheet>
  );
}

const NAMED = 2;

/** How many files there are and where they come from: from folders, by themselves, or how many from each. */
function leadOf(
  tops: readonly string[],
  files: readonly ReviewFile[],
  t: ReturnType<typeof useText>,
): string {
  const count = files.length;
  const size = format.bytes(bytesOf(files));
  const sizeIn = t('drop.leadSize', { size, count: countFolders(files) });
  if (tops.length === 0) return t('drop.leadLoose', { count, size: sizeIn });
  const named = tops.slice(0, NAMED).map((name) => `“${name}”`);
  const rest = tops.length - NAMED;
  const what = format.list(rest > 0 ? [...named, t('drop.andMore', { count: rest })] : named);
  const loose = files.filter((file) => file.folder === '').length;
  if (loose === 0) return t('drop.lead', { count, what, size: sizeIn });
  return t('drop.leadBoth', {
    count,
    size,
    inside: count - loose,
    what,
    loose: t('drop.byThemselves', { count: loose }),
  });
}
