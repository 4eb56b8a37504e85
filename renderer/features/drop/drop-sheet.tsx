import { useState, type ReactNode } from 'react';
import { useAnswer } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { format } from '../../ui/words/format.ts';
import { Meter } from '../../ui/telling/meter.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { AS_SUGGESTED } from './choices.ts';
import { useDropDesk, useDropStage } from './drop-context.ts';
import type { DropStage } from './drop-desk.ts';
import { ReviewSheet } from './review-sheet.tsx';
import './drop-sheet.css';

/** The drop under way, over whatever screen is open: looking into folders, the review, the copying. */
export function DropSheet(): ReactNode {
  const stage = useDropStage();
  const [choices, setChoices] = useState(AS_SUGGESTED);
  const sites = useAnswer('sites.list', null).data ?? [];
  // Decisions outlive a try that failed, and nothing else.
  const over = stage.kind === 'idle' || stage.kind === 'asking';
  if (over && choices !== AS_SUGGESTED) setChoices(AS_SUGGESTED);
  if (over) return null;
  const site = sites.find(({ id }) => id === stage.place.site);
  const name = site?.name ?? stage.place.site;
  switch (stage.kind) {
    case 'listing':
      return <ListingSheet stage={stage} name={name} />;
    case 'adding':
      return <AddingSheet stage={stage} name={name} />;
    case 'review':
      return (
        <ReviewSheet
          key={stage.review.drop}
          stage={stage}
          name={name}
          hasPhoto={site?.hasPhoto === true}
          choices={choices}
          onChoices={setChoices}
        />
      );
    default:
      return stage satisfies never;
  }
}

interface StageProps<K extends DropStage['kind']> {
  readonly stage: Extract<DropStage, { kind: K }>;
  readonly name: string;
}

function ListingSheet({ stage, name }: StageProps<'listing'>): ReactNode {
  const t = useText();
  const desk = useDropDesk();
  return (
    <Sheet
      isOpen
      size="m"
      onClose={() => desk.cancel()}
      title={t('drop.addTo', { site: name })}
      actions={<Button onPress={() => desk.cancel()}>{t('drop.cancel')}</Button>}
    >
      <div className="drop-going">
        <p className="t-lead">{t('drop.listing')}</p>
        <p className="ink-2 num">{t('drop.listed', { count: stage.found })}</p>
      </div>
    </Sheet>
  );
}

function AddingSheet({ stage, name }: StageProps<'adding'>): ReactNode {
  const t = useText();
  const desk = useDropDesk();
  const { progress } = stage;
  const done = progress?.bytesDone ?? 0;
  const total = progress?.bytesTotal ?? 0;
  const whole = progress !== null && progress.filesDone === progress.filesTotal;
  return (
    <Sheet
      isOpen
      size="m"
      onClose={() => desk.cancel()}
      title={t('drop.addTo', { site: name })}
      actions={<Button onPress={() => desk.cancel()}>{t('drop.stop')}</Button>}
    >
      <div className="drop-going">
        <p className="t-lead">{whole ? t('drop.placing') : t('drop.copying', { site: name })}</p>
        <Meter
          label={t('drop.copying', { site: name })}
          value={done / Math.max(1, total)}
          state="running"
          size="m"
        />
        <p className="ink-2 num">
          {t('drop.copied', {
            done: progress?.filesDone ?? 0,
            count: progress?.filesTotal ?? 0,
            size: format.bytesOf(done, total),
          })}
        </p>
      </div>
    </Sheet>
  );
}
