import { useState, type ReactNode } from 'react';
import type { Colours } from '../../../../shared/model/series.ts';
import { useAnswer, useBridge, useDo } from '../../../state/engine.tsx';
import { showFailure } from '../../../state/show-failure.ts';
import { useText } from '../../../text/use-text.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { format } from '../../../ui/words/format.ts';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Truncate } from '../../../ui/words/truncate.tsx';
import { fitting, idsOf, MOST_SERIES, panelsOf, type ChartPanel } from '../panels.ts';
import type { PointsIndex } from '../points/points.ts';
import { SaveView } from './save-view.tsx';
import { choicesOf, resolveChoice, type SavedView, type ViewChoice } from './view-choices.ts';
import type { Shown } from '../time/zoom-history.ts';

interface ViewsMenuProps {
  readonly site: string;
  readonly points: PointsIndex;
  readonly panels: readonly ChartPanel[];
  readonly colours: Colours;
  readonly shown: Shown;
  /** With the colours that the view was saved in; undefined if it has none. */
  readonly onApply: (panels: readonly ChartPanel[], shown: Shown, colours: Colours | undefined) => void;
}

/** Missing points that are named in a message. */
const NAMED = 5;
/** Letters at the end of a view's name that are read even if it is long. */
const KEPT = 6;

/** Views saved for this site, templates once for each piece of equipment that they fit, and a way to save what is shown. */
export function ViewsMenu(props: ViewsMenuProps): ReactNode {
  const { site, points, panels, colours, shown } = props;
  const t = useText();
  const [saving, setSaving] = useState(false);
  const apply = useApply(props);
  return (
    <>
      <Popover
        label={t('charts.views')}
        placement="bottom end"
        trigger={
          <Button icon="bookmark" menu>
            {t('charts.views')}
          </Button>
        }
      >
        {(close) => (
          <ViewsPanel
            site={site}
            canSave={panels.length > 0}
            onChoose={(choice) => {
              void apply(choice);
              close();
            }}
            onSave={() => {
              close();
              setSaving(true);
            }}
          />
        )}
      </Popover>
      {saving && (
        <SaveView
          site={site}
          points={points}
          view={{
            panels: panels.map(({ series }) => ({ series: [...series] })),
            range: typeof shown === 'string' ? shown : { ...shown },
            colours: { ...colours },
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

/** Shows a chosen view, and says what of it could not be shown. */
function useApply({ site, onApply }: ViewsMenuProps): (choice: ViewChoice) => Promise<void> {
  const t = useText();
  const { client } = useBridge();
  return async (choice) => {
    try {
      const resolved = await resolveChoice(client, site, choice);
      const all = panelsOf(resolved.panels);
      const next = fitting(all);
      onApply(next, choice.view.range, choice.view.colours);
      const left = idsOf(all).length - idsOf(next).length;
      if (left > 0) toast(t('charts.viewTooMany', { count: left, most: MOST_SERIES }));
      const count = resolved.missing.length;
      const names = format.list(resolved.missing.slice(0, NAMED));
      if (count > 0) toast(t('charts.viewMissing', { count, names }));
    } catch (error) {
      showFailure(error);
    }
  };
}

interface ViewsListProps {
  readonly site: string;
  readonly views: readonly SavedView[];
  readonly onChoose: (choice: ViewChoice) => void;
}

interface ViewsPanelProps extends Omit<ViewsListProps, 'views'> {
  /** False while nothing is shown that could be saved. */
  readonly canSave: boolean;
  readonly onSave: () => void;
}

/** Drawn once the views are known: the focus begins at the first of them, or at the way to save one. */
function ViewsPanel({ site, canSave, onChoose, onSave }: ViewsPanelProps): ReactNode {
  const t = useText();
  const views = useAnswer('views.list', { site }).data;
  if (views === undefined) return null;
  return (
    <div className="views-list">
      <ViewsList site={site} views={views} onChoose={onChoose} />
      <Button
        size="s"
        icon="plus"
        autoFocus={views.length === 0 && canSave}
        isDisabled={!canSave}
        onPress={onSave}
      >
        {t('charts.saveView')}
      </Button>
    </div>
  );
}

function ViewsList({ site, views, onChoose }: ViewsListProps): ReactNode {
  const t = useText();
  const equipment = useAnswer('points.equipment', { site, class: null }).data ?? [];
  const restore = useDo('views.save');
  const remove = useDo('views.delete', (_, { id }) => {
    const view = views.find((each) => each.id === id);
    if (view === undefined) return;
    const action = { label: t('files.undo'), onAction: () => restore.run({ site, view }) };
    toast(t('charts.viewDeleted', { name: view.name }), { action });
  });
  if (views.length === 0) return <p className="t-small ink-3">{t('charts.noViews')}</p>;
  return (
    <ul>
      {views.map((view, at) => {
        const choices = choicesOf(view, equipment);
        return (
          <li key={view.id}>
            <div className="views-choices">
              {choices.map((choice, nth) => (
                <Button
                  key={choice.label}
                  size="s"
                  variant="ghost"
                  autoFocus={at === 0 && nth === 0}
                  onPress={() => onChoose(choice)}
                >
                  <Truncate text={choice.label} ending={KEPT} />
                </Button>
              ))}
              {choices.length === 0 && (
                <p className="t-small ink-3">
                  {t('charts.templateFor', { name: view.name, kind: view.template ?? '' })}
                </p>
              )}
            </div>
            <IconButton
              icon="trash"
              size="s"
              label={t('charts.deleteView', { name: view.name })}
              onPress={() => remove.run({ site, id: view.id })}
            />
          </li>
        );
      })}
    </ul>
  );
}
