import { useState, type ReactNode } from 'react';
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
  const save = useDo('views.save', () => {
    toast(t('charts.viewSaved', { name: name.trim() }));
    onClose();
  });
  const complete = name.trim() !== '' && (!asTemplate || kind.trim() !== '');
  const submit = (): void => {
    // Enter is heard also while it is being saved, and each time would be another view.
    if (!complete || save.busy) return;
    const plain = { ...view, id: crypto.randomUUID(), name: name.trim().slice(0, 200), template: null };
    const { panels, template, colours } = asTemplate ? templateOf(plain, kind.trim(), points.all) : plain;
    const copied = panels.map(({ series }) => ({ series: [...series] }));
    save.run({ site, view: { ...plain, template, colours, panels: copied } });
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
      <Form className="view-form" onSubmit={submit}>
        <TextField label={t('charts.viewName')} value={name} onChange={setName} autoFocus />
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
