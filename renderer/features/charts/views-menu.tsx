import { useState, type ReactNode } from 'react';
import type { Output } from '../../../shared/ipc/contract.ts';
import { resolveTemplate, resolveView, templateOf } from '../../../shared/series/saved-views.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { format } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { panelsOf, type ChartPanel } from './panels.ts';
import type { PointsIndex } from './points.ts';
import type { Shown } from './zoom-history.ts';

type SavedView = Output<'views.list'>[number];

interface ViewsMenuProps {
  readonly site: string;
  readonly points: PointsIndex;
  readonly panels: readonly ChartPanel[];
  readonly shown: Shown;
  readonly onApply: (panels: readonly ChartPanel[], shown: Shown) => void;
}

/** Views saved for this site, templates once for each piece of equipment that they fit, and a way to save what is shown. */
export function ViewsMenu({ site, points, panels, shown, onApply }: ViewsMenuProps): ReactNode {
  const t = useText();
  const views = useAnswer('views.list', { site }).data ?? [];
  const [saving, setSaving] = useState(false);
  const remove = useDo('views.delete');
  const apply = (choice: Choice): void => {
    onApply(panelsOf(choice.panels), choice.view.range);
    if (choice.missing.length > 0) {
      const names = format.list(choice.missing.slice(0, 5));
      toast(t('charts.viewMissing', { count: choice.missing.length, names }));
    }
  };
  return (
    <>
      <Popover
        label={t('charts.views')}
        placement="bottom end"
        trigger={<IconButton icon="star" size="s" variant="plain" label={t('charts.views')} />}
      >
        {(close) => (
          <div className="views-list">
            {views.length === 0 && <p className="t-small ink-3">{t('charts.noViews')}</p>}
            <ul>
              {views.map((view) => (
                <li key={view.id}>
                  <div className="views-choices">
                    {choicesOf(view, points).map((choice) => (
                      <Button
                        key={choice.label}
                        size="s"
                        variant="ghost"
                        onPress={() => {
                          apply(choice);
                          close();
                        }}
                      >
                        {choice.label}
                      </Button>
                    ))}
                  </div>
                  <IconButton
                    icon="trash"
                    size="s"
                    label={t('charts.deleteView', { name: view.name })}
                    onPress={() => {
                      remove.run({ site, id: view.id });
                      toast(t('charts.viewDeleted', { name: view.name }));
                    }}
                  />
                </li>
              ))}
            </ul>
            <Button
              size="s"
              icon="plus"
              isDisabled={panels.length === 0}
              onPress={() => {
                close();
                setSaving(true);
              }}
            >
              {t('charts.saveView')}
            </Button>
          </div>
        )}
      </Popover>
      {saving && (
        <SaveDialog
          site={site}
          points={points}
          view={{
            panels: panels.map(({ series }) => ({ series: [...series] })),
            range: typeof shown === 'string' ? shown : { ...shown },
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

interface Choice {
  readonly view: SavedView;
  readonly label: string;
  readonly panels: readonly { readonly series: readonly string[] }[];
  /** What it asks for and cannot have. */
  readonly missing: readonly string[];
}

/** A plain view as it is; a template once for each piece of equipment that has points of its classes. */
function choicesOf(view: SavedView, points: PointsIndex): readonly Choice[] {
  if (view.template === null) {
    const known = new Set(points.all.map(({ id }) => id));
    const { panels, missing } = resolveView(view, known);
    return [{ view, label: view.name, panels, missing: points.all.length === 0 ? [] : missing }];
  }
  const byEquipment = Map.groupBy(points.all, ({ equipment }) => equipment);
  return [...byEquipment].flatMap(([equipment, own]) => {
    const { panels, missing } = resolveTemplate(view, own);
    if (equipment === null || panels.length === 0) return [];
    return [{ view, label: `${view.name} · ${equipment}`, panels, missing }];
  });
}

interface SaveDialogProps {
  readonly site: string;
  readonly points: PointsIndex;
  readonly view: Pick<SavedView, 'panels' | 'range'>;
  readonly onClose: () => void;
}

function SaveDialog({ site, points, view, onClose }: SaveDialogProps): ReactNode {
  const t = useText();
  const [name, setName] = useState('');
  const [asTemplate, setAsTemplate] = useState(false);
  const [kind, setKind] = useState(() => equipmentOf(view, points));
  const save = useDo('views.save', () => {
    toast(t('charts.viewSaved', { name: name.trim() }));
    onClose();
  });
  const complete = name.trim() !== '' && (!asTemplate || kind.trim() !== '');
  const submit = (): void => {
    const plain = { ...view, id: crypto.randomUUID(), name: name.trim().slice(0, 200), template: null };
    const made = asTemplate ? templateOf(plain, kind.trim(), points.all) : plain;
    const own = made.panels.map(({ series }) => ({ series: [...series] }));
    if (complete) save.run({ site, view: { ...plain, template: made.template, panels: own } });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('charts.saveViewTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('charts.cancel')}</Button>
          <Button variant="primary" isDisabled={!complete} isPending={save.busy} onPress={submit}>
            {t('charts.save')}
          </Button>
        </>
      }
    >
      <form
        className="view-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField label={t('charts.viewName')} value={name} onChange={setName} autoFocus />
        <Checkbox
          isSelected={asTemplate}
          onChange={setAsTemplate}
          hint={t('charts.templateWhy')}
          isDisabled={!view.panels.some(({ series }) => series.some((id) => points.of(id).class !== null))}
        >
          {t('charts.asTemplate')}
        </Checkbox>
        {asTemplate && <TextField label={t('charts.templateClass')} value={kind} onChange={setKind} />}
      </form>
    </Dialog>
  );
}

/** The equipment that the first point belongs to, without its number: `AHU-03` is an `AHU`. */
function equipmentOf(view: Pick<SavedView, 'panels'>, points: PointsIndex): string {
  const [first] = view.panels.flatMap(({ series }) => series);
  const name = first === undefined ? null : points.of(first).equipment;
  return (name ?? '').replace(/[\s_-]*\d+.*$/, '');
}
