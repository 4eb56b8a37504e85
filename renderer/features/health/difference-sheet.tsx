import type { ReactNode } from 'react';
import type { DatamodelDifference } from '../../../shared/ipc/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { Icon, type IconName } from '../../ui/icons/icons.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import './difference-sheet.css';

interface DifferenceSheetProps {
  readonly site: string;
  readonly siteName: string;
  readonly file: string;
  readonly onClose: () => void;
}

/** Which points a changed datamodel adds, takes away, renames and says something else of, and which saved views break; then it may be sent. */
export function DifferenceSheet({ site, siteName, file, onClose }: DifferenceSheetProps): ReactNode {
  const t = useText();
  const all = useAnswer('datamodel.difference', { site }).data;
  const difference = all?.find(({ key }) => key === file);
  const name = baseName(difference?.file ?? '');
  const approve = useDo('datamodel.approve', () => {
    toast(t('datamodel.sending', { file: name }));
    onClose();
  });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      size="m"
      title={t('datamodel.differenceOf', { file: name })}
      subtitle={siteName}
      summary={t('datamodel.differenceWhy')}
      actions={
        <>
          <Button onPress={onClose}>{t('datamodel.later')}</Button>
          <Button
            variant="primary"
            icon="upload"
            isPending={approve.busy}
            isDisabled={difference === undefined}
            onPress={() => approve.run({ site, key: file })}
          >
            {t('datamodel.send')}
          </Button>
        </>
      }
    >
      <div className="difference">
        {all === undefined ? (
          <SkeletonRows label={t('ui.loading')} rows={4} />
        ) : difference === undefined ? (
          <EmptyState icon="ok" title={t('datamodel.nothingWaits')} />
        ) : difference.changes === null ? (
          <EmptyState icon="wifiOff" title={t('datamodel.cannotCompare')} />
        ) : (
          <Changes changes={difference.changes} />
        )}
      </div>
    </Sheet>
  );
}

type Changed = NonNullable<DatamodelDifference['changes']>;

function Changes({ changes }: { readonly changes: Changed }): ReactNode {
  const t = useText();
  const { added, removed, renamed, altered, counts, breaks } = changes;
  return (
    <>
      <Part
        tone="bad"
        icon="warn"
        title={
          breaks.length === 0 ? t('datamodel.breaksNone') : t('datamodel.breaks', { count: breaks.length })
        }
        count={breaks.length}
        lines={breaks.map((name) => ({ key: name, label: name, detail: null, note: null }))}
      />
      <Part
        tone="bad"
        icon="minus"
        title={t('datamodel.removed', { count: counts.removed })}
        count={counts.removed}
        lines={removed.map(lineOf)}
      />
      <Part
        tone="warn"
        icon="edit"
        title={t('datamodel.renamed', { count: counts.renamed })}
        count={counts.renamed}
        lines={renamed.map((point) => ({
          ...lineOf(point),
          key: `${point.kind} ${point.id}`,
          note: t(point.kind === 'id' ? 'datamodel.wasId' : 'datamodel.wasLabel', { was: point.was }),
        }))}
      />
      <Part
        tone="warn"
        icon="edit"
        title={t('datamodel.altered', { count: counts.altered })}
        count={counts.altered}
        lines={altered.map((point) => ({
          ...lineOf(point),
          note: point.facts
            .map(({ fact, was, is }) =>
              t(`datamodel.was.${fact}`, { was: was ?? t('datamodel.none'), is: is ?? t('datamodel.none') }),
            )
            .join(' · '),
        }))}
      />
      <Part
        tone="ok"
        icon="plus"
        title={t('datamodel.added', { count: counts.added })}
        count={counts.added}
        lines={added.map(lineOf)}
      />
    </>
  );
}

interface DifferenceLine {
  readonly key: string;
  readonly label: string;
  /** Its id. */
  readonly detail: string | null;
  /** What it was. */
  readonly note: string | null;
}

function lineOf({ id, label, equipment }: Changed['added'][number]): DifferenceLine {
  return { key: id, label: equipment === null ? label : `${equipment} · ${label}`, detail: id, note: null };
}

interface PartProps {
  readonly tone: 'bad' | 'warn' | 'ok';
  readonly icon: IconName;
  readonly title: string;
  readonly count: number;
  readonly lines: readonly DifferenceLine[];
}

function Part({ tone, icon, title, count, lines }: PartProps): ReactNode {
  const t = useText();
  return (
    <section
      className={count === 0 ? 'difference-part difference-none' : `difference-part difference-${tone}`}
    >
      <h3>
        <Icon name={icon} />
        {title}
      </h3>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ key, label, detail, note }) => (
            <li key={key}>
              <span className="cut">{label}</span>
              {detail !== null && (
                <span className="cut t-small ink-3">
                  <span className="mono">{detail}</span>
                </span>
              )}
              {note !== null && <span className="difference-note t-small ink-2">{note}</span>}
            </li>
          ))}
          {count > lines.length && <li>{t('datamodel.more', { count: count - lines.length })}</li>}
        </ul>
      )}
    </section>
  );
}
