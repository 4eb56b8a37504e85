import { useState, type ReactNode } from 'react';
import type { DatamodelFile } from '../../../shared/ipc/datamodel.ts';
import { useAnswer } from '../../state/engine.tsx';
import { useSite } from '../../state/use-site.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { NotListed } from '../files/not-listed.tsx';
import { KeepSite } from '../sites/keep-site.tsx';
import { isUnlisted } from '../sites/site-facts.ts';
import { ModelsSheet } from './models-sheet.tsx';

interface NoPointsProps {
  readonly site: string;
  /** Points of the site under no filter. */
  readonly points: number;
  /** Only favourites are looked for, and nothing else. */
  readonly favourites: boolean;
  readonly onClear: () => void;
}

/** Why there is nothing to choose from, and the one thing to do about it. */
export function NoPoints({ site, points, favourites, onClear }: NoPointsProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  const files = useAnswer('points.files', { site }).data;
  const summary = useSite(site);
  const isKept = summary === undefined ? null : summary.followed !== null;
  if (points > 0)
    return (
      <div className="points-empty">
        <EmptyState
          icon={favourites ? 'star' : 'search'}
          title={t(favourites ? 'datamodel.noFavourites' : 'datamodel.nothingFound')}
          action={<Button onPress={onClear}>{t('datamodel.clear')}</Button>}
        >
          {t(favourites ? 'datamodel.noFavouritesWhy' : 'datamodel.nothingFoundWhy')}
        </EmptyState>
      </div>
    );
  if (isKept === false)
    return (
      <div className="points-empty">
        <EmptyState icon="cloud" title={t('files.notKept')} action={<KeepSite site={site} />}>
          {t('datamodel.notKeptWhy')}
        </EmptyState>
      </div>
    );
  if (files === undefined) return null;
  if (files.length === 0 && summary !== undefined && isUnlisted(summary))
    return (
      <div className="points-empty">
        <NotListed site={summary} />
      </div>
    );
  const why = whyNone(files);
  return (
    <div className="points-empty">
      <EmptyState
        icon="layers"
        title={t(`datamodel.${why}`)}
        action={files.length > 0 && <Button onPress={() => setOpen(true)}>{t('datamodel.models')}</Button>}
      >
        {t(`datamodel.${why}Why`)}
      </EmptyState>
      <ModelsSheet site={site} isOpen={open} onClose={() => setOpen(false)} />
    </div>
  );
}

type Why = 'noModels' | 'notHere' | 'deleted' | 'unread' | 'emptyModels' | 'noPoints';

function whyNone(files: readonly DatamodelFile[]): Why {
  if (files.length === 0) return 'noModels';
  const read = files.filter(({ points }) => points !== null);
  if (read.length > 0) return read.every(({ header }) => header.length === 0) ? 'emptyModels' : 'noPoints';
  if (files.some(({ absent }) => absent === null)) return 'unread';
  return files.every(({ absent }) => absent === 'deleted') ? 'deleted' : 'notHere';
}
