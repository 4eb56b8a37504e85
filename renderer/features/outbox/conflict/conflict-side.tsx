import { useMemo, type ReactNode } from 'react';
import type { Conflict, Version } from '../../../../shared/ipc/outbox.ts';
import { baseName } from '../../../../shared/model/rel-path.ts';
import { useAppFact, useBridge } from '../../../state/engine.tsx';
import { useText } from '../../../text/use-text.ts';
import { Chip } from '../../../ui/telling/chip.tsx';
import { VisuallyHidden } from '../../../ui/telling/visually-hidden.tsx';
import { format } from '../../../ui/words/format.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import { personName } from '../../../ui/words/person-name.ts';
import { OnlyThere } from '../../files/only-there.tsx';
import { previewOf } from '../../preview/preview-file.ts';
import { Preview } from '../../preview/preview.tsx';
import { ConflictPoints } from './conflict-points.tsx';
import { sideWords } from './conflict-words.ts';
import type { DiffLine } from './line-diff.ts';
import type { Comparison } from './use-texts.ts';

export type Side = 'mine' | 'theirs';

interface ConflictSideProps {
  readonly side: Side;
  readonly own: Conflict['own'];
  /** The computer that the conflict copy comes from. */
  readonly device: string;
  readonly site: string;
  /** Null if it is gone by now. */
  readonly version: Version | null;
  /** Null if they are not compared. */
  readonly comparison: Comparison | null;
  /** False until the comparison is done. */
  readonly isCompared: boolean;
  readonly isNewer: boolean;
}

type ContentProps = Omit<ConflictSideProps, 'version' | 'isNewer'> & { readonly version: Version };

/** One version: its size, time and author, and what it has that the other lacks. */
export function ConflictSide(props: ConflictSideProps): ReactNode {
  const { side, own, device, version, comparison, isNewer } = props;
  const points = comparison?.points?.[side] ?? null;
  const t = useText();
  const title = t(`${sideWords(own)}.${side}`, { device });
  return (
    <section className="conflict-side" aria-label={title}>
      <header>
        <Icon name={side === 'mine' && own !== 'neither' ? 'laptop' : 'cloud'} />
        <h3>{title}</h3>
        <span className="conflict-badges">
          {isNewer && <Chip tone="accent">{t('outbox.conflict.newer')}</Chip>}
          {comparison !== null && <Difference side={side} comparison={comparison} />}
        </span>
      </header>
      {version === null ? (
        <p className="conflict-facts">{t('outbox.conflict.goneWhy')}</p>
      ) : (
        <>
          <Facts {...props} version={version} points={points?.all ?? null} />
          <Content {...props} version={version} />
        </>
      )}
    </section>
  );
}

interface DifferenceProps {
  readonly side: Side;
  readonly comparison: Comparison;
}

function Difference({ side, comparison: { text, points } }: DifferenceProps): ReactNode {
  const t = useText();
  if (points !== null) {
    const { added, changed } = points[side];
    return (
      <>
        {added > 0 && <Chip tone="ok">{t('outbox.conflict.pointsMore', { count: added })}</Chip>}
        {changed > 0 && <Chip tone="warn">{t('outbox.conflict.pointsOther', { count: changed })}</Chip>}
      </>
    );
  }
  if (text === null) return null;
  const count = side === 'mine' ? text.onlyMine : text.onlyTheirs;
  if (count === 0) return null;
  const adds = side === 'mine' ? text.onlyTheirs === 0 : text.onlyMine === 0;
  return (
    <Chip tone={adds ? 'ok' : 'warn'}>
      {t(adds ? 'outbox.conflict.linesMore' : 'outbox.conflict.linesOther', { count })}
    </Chip>
  );
}

interface FactsProps extends Pick<ConflictSideProps, 'side' | 'own' | 'device'> {
  readonly version: Version;
  /** How many points it has; null if they are not counted. */
  readonly points: number | null;
}

function Facts({ side, own, device, version, points }: FactsProps): ReactNode {
  const t = useText();
  const here = useAppFact((state) => state.host.device) ?? '';
  const me = useAppFact((state) => state.account.person);
  const isCopy = (side === 'mine') === (own !== 'file');
  const isMine = side === 'mine' && own !== 'neither';
  // A copy says where it came from, though anybody may have changed it there. Of other versions the service names who
  // uploaded the file, which need not be who changed it last.
  const uploadedBy = personName(version.by, me, { inSentence: true });
  const time = format.whenSaid(version.changedAt);
  return (
    <p className="conflict-facts num">
      {format.bytes(version.size)}
      {points !== null && ` · ${t('outbox.conflict.points', { count: points })}`}
      <br />
      <span title={format.dateTime(version.changedAt)}>
        {isMine
          ? t('outbox.conflict.changedBy', { time, by: t('outbox.conflict.you', { device: here }) })
          : isCopy && device !== ''
            ? t('outbox.conflict.changedFrom', { time, device })
            : uploadedBy !== null
              ? t('outbox.conflict.uploadedBy', { time, by: uploadedBy })
              : t('outbox.conflict.changed', { time })}
      </span>
    </p>
  );
}

function Content({ side, own, device, site, version, comparison, isCompared }: ContentProps): ReactNode {
  const t = useText();
  const { contentUrl } = useBridge();
  const { key, path, size, changedAt } = version;
  const file = useMemo(
    () => previewOf(contentUrl, site, { key, name: baseName(path), size, changedAt }),
    [contentUrl, site, key, path, size, changedAt],
  );
  const label =
    own === 'neither'
      ? t(`outbox.conflict.elsewhere.${side}`, { device })
      : t(`outbox.conflict.textOf.${side}`);
  const { text = null, points = null } = comparison ?? {};
  if (!version.here) return <OnlyThere site={site} file={key} withKeep />;
  if (points !== null) return <ConflictPoints points={points[side]} label={label} />;
  if (text !== null) return <Lines lines={text[side]} label={label} />;
  // If there is a comparison it takes the place of the preview; until that is known the space stays empty.
  if (!isCompared) return <div className="conflict-preview" />;
  return (
    <div className="conflict-preview">
      <Preview file={file} where="panel" />
    </div>
  );
}

/** As of points: what only this version has, and what both have otherwise. */
const MARKS = { new: '+', changed: '~' } as const;

/** The most rows drawn. For more, people open the files in their own program. */
const SHOWN = 200;

interface LinesProps {
  readonly lines: readonly DiffLine[];
  readonly label: string;
}

function Lines({ lines, label }: LinesProps): ReactNode {
  const t = useText();
  return (
    // A scrolling region must be reachable by keyboard.
    <div className="conflict-lines" tabIndex={0} role="group" aria-label={label}>
      {lines.length === 0 && <p className="conflict-none">{t('outbox.conflict.alike')}</p>}
      {lines.slice(0, SHOWN).map((line, index) =>
        line.kind === 'gap' ? (
          // Gaps have no number, and rows never change places.
          <div key={`gap ${index}`} className="conflict-gap">
            {t('outbox.conflict.linesBetween', { count: line.count })}
          </div>
        ) : (
          <div key={line.number} className={`conflict-line conflict-${line.kind}`}>
            <span className="conflict-mark">
              {line.kind !== 'same' && (
                <>
                  <VisuallyHidden>{t(`outbox.conflict.lineMarks.${line.kind}`)}</VisuallyHidden>
                  <span aria-hidden="true">{MARKS[line.kind]}</span>
                </>
              )}
            </span>
            <span className="ink-3 num">{line.number}</span>
            <code>{line.text}</code>
          </div>
        ),
      )}
      {lines.length > SHOWN && (
        <div className="conflict-gap">{t('outbox.conflict.linesAfter', { count: lines.length - SHOWN })}</div>
      )}
    </div>
  );
}
