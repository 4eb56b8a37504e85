import { useRef, useState, type ReactNode } from 'react';
import { templateOf } from '../../../../shared/series/saved-views.ts';
import { useAnswer, useDo } from '../../../state/engine.tsx';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Form } from '../../../ui/inputs/form.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { kindOf, type PointsIndex } from '../points/points.ts';
import type { SavedView } from './view-choices.ts';

interface SaveViewProps {
  readonly site: string;
  readonly points: PointsIndex;
  readonly view: Pick<SavedView, 'panels' | 'range' | 'colours'>;
  readonly onClose: () => void;
}

/** The store takes no longer name. */
const LONGEST_NAME = 200;

/** Two views that look alike in the menu. */
function isSameName(one: string, other: string): boolean {
  const folded = (name: string): string => name.normalize('NFC').toLowerCase();
  return folded(one) === folded(other);
}

/** Saves a view, in place of the former one of its name if there is one, which Undo brings back. */
function useSave(
  site: string,
  onSaved: () => void,
): { readonly run: (view: SavedView, former: SavedView | undefined) => void; readonly busy: boolean } {
  const t = useText();
  // What is listed by the time of the answer is the new one.
  const replaced = useRef<SavedView | undefined>(undefined);
  const restore = useDo('views.save');
  const save = useDo('views.save', (_, { view: { name } }) => {
    const former = replaced.current;
    if (former === undefined) toast(t('charts.viewSaved', { name }));
    else {
      const action = { label: t('files.undo'), onAction: () => restore.run({ site, view: former }) };
      toast(t('charts.viewReplaced', { name }), { action });
    }
    onSaved();
  });
  return {
    busy: save.busy,
    run: (view, former) => {
      replaced.current = former;
      save.run({ site, view });
    },
  };
}

/** Keeps what is shown under a name: these very series, or their classes as a template. */
export function SaveView({ site, points, view, onClose }: SaveViewProps): ReactNode {
  const t = useText();
  const [name, setName] = useState('');
  const [asTemplate, setAsTemplate] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const equipment = useAnswer('points.equipment', { site, class: null }).data ?? [];
  const own = points.all.find((point) => point.equipment !== null)?.equipment;
  const found = equipment.find((each) => each.name === own);
  const kind = typed ?? (found === undefined ? '' : kindOf(found));
  const kept = name.trim().slice(0, LONGEST_NAME);
  const former = useAnswer('views.list', { site }).data?.find((each) => isSameName(each.name, kept));
  const save = useSave(site, onClose);
  const complete = kept !== '' && (!asTemplate || kind.trim() !== '');
  const submit = (): void => {
    // Enter is heard also while it is being saved, and each time would be another view.
    if (!complete || save.busy) return;
    const plain = { ...view, id: former?.id ?? crypto.randomUUID(), name: kept, template: null };
    const { panels, template, colours } = asTemplate ? templateOf(plain, kind.trim(), points.all) : plain;
    const copied = panels.map(({ series }) => ({ series: [...series] }));
    save.run({ ...plain, template, colours, panels: copied }, former);
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
            {t(former === undefined ? 'charts.save' : 'charts.replaceView')}
          </Button>
        </>
      }
    >
      <Form className="view-form" onSubmit={submit}>
        <TextField
          label={t('charts.viewName')}
          value={name}
          onChange={setName}
          hint={former === undefined ? undefined : t('charts.viewReplaces', { name: former.name })}
          autoFocus
        />
        <Checkbox
          isSelected={asTemplate}
          onChange={setAsTemplate}
          hint={t('charts.templateWhy')}
          isDisabled={points.all.every((point) => point.class === null)}
        >
          {t('charts.asTemplate')}
        </Checkbox>
        {asTemplate && <TextField label={t('charts.templateClass')} value={kind} onChange={setTyped} />}
      </Form>
    </Dialog>
  );
}
