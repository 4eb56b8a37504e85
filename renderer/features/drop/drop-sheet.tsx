import { useState, type ReactNode } from 'react';
import { useAskedBeforeUnload } from '../../state/use-asked-before-unload.ts';
import { useSite } from '../../state/use-site.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { format } from '../../ui/words/format.ts';
import { Meter } from '../../ui/telling/meter.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { AS_SUGGESTED, countDecided, type Choices } from './review/choices.ts';
import { useDropDesk, useDropStage } from './drop-context.ts';
import type { DropStage } from './drop-desk.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { ReviewSheet } from './review/review-sheet.tsx';
import './drop-sheet.css';

/** The drop under way, over whatever screen is open: reading folders, the review, the copying. */
export function DropSheet(): ReactNode {
  const stage = useDropStage();
  const desk = useDropDesk();
  const [choices, setChoices] = useState(AS_SUGGESTED);
  const [isAsked, setAsked] = useState(false);
  const [wasAsking, setWasAsking] = useState(false);
  if (stage.kind === 'asking' && !wasAsking) setWasAsking(true);
  if (stage.kind === 'idle' && wasAsking) setWasAsking(false);
  const decided = countDecided(choices);
  useAskedBeforeUnload(decided > 0 || stage.kind === 'adding');
  // Decisions survive a failed attempt, but not the end of the drop.
  const over = stage.kind === 'idle' || stage.kind === 'asking';
  if (over && choices !== AS_SUGGESTED) setChoices(AS_SUGGESTED);
  if (over && isAsked) setAsked(false);
  if (over) return null;
  return (
    <>
      <StageSheet
        stage={stage}
        wasAsking={wasAsking}
        choices={choices}
        onChoices={setChoices}
        onLeave={() => (decided === 0 ? desk.cancel() : setAsked(true))}
      />
      {isAsked && (
        <LeaveQuestion count={decided} onStay={() => setAsked(false)} onLeave={() => desk.cancel()} />
      )}
    </>
  );
}

interface StageSheetProps {
  readonly stage: Exclude<DropStage, { kind: 'idle' | 'asking' }>;
  /** A question for the site or the files stood there before. */
  readonly wasAsking: boolean;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
  /** For Esc, Cancel and Stop. */
  readonly onLeave: () => void;
}

function StageSheet({ stage, wasAsking, choices, onChoices, onLeave }: StageSheetProps): ReactNode {
  const site = useSite(stage.place.site);
  const name = site?.name ?? stage.place.site;
  switch (stage.kind) {
    case 'listing':
      return <ListingSheet stage={stage} name={name} follows={wasAsking} onLeave={onLeave} />;
    case 'adding':
      return <AddingSheet stage={stage} name={name} onLeave={onLeave} />;
    case 'review':
      return (
        <ReviewSheet
          key={stage.review.drop}
          stage={stage}
          name={name}
          hasPhoto={site?.hasPhoto === true}
          choices={choices}
          onChoices={onChoices}
          onLeave={onLeave}
        />
      );
    default:
      return stage satisfies never;
  }
}

interface StageProps<K extends DropStage['kind']> {
  readonly stage: Extract<DropStage, { kind: K }>;
  readonly name: string;
  readonly onLeave: () => void;
}

function ListingSheet({
  stage,
  name,
  follows,
  onLeave,
}: StageProps<'listing'> & { readonly follows: boolean }): ReactNode {
  const t = useText();
  return (
    <Sheet
      isOpen
      size="m"
      brief
      follows={follows}
      onClose={onLeave}
      title={t('drop.addTo', { site: name })}
      actions={<Button onPress={onLeave}>{t('drop.cancel')}</Button>}
    >
      <div className="drop-going">
        <p className="t-lead">{t('drop.listing')}</p>
        <p className="ink-2 num">{t('drop.listed', { count: stage.found })}</p>
      </div>
    </Sheet>
  );
}

function AddingSheet({ stage, name, onLeave }: StageProps<'adding'>): ReactNode {
  const t = useText();
  const { progress } = stage;
  const done = progress?.bytesDone ?? 0;
  const total = progress?.bytesTotal ?? 0;
  const whole = progress !== null && progress.filesDone === progress.filesTotal;
  return (
    <Sheet
      isOpen
      size="m"
      brief
      follows
      onClose={onLeave}
      title={t('drop.addTo', { site: name })}
      actions={<Button onPress={onLeave}>{t('drop.stop')}</Button>}
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
