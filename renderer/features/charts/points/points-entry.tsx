import { useMemo, useState, type ReactNode } from 'react';
import { LONGEST_ID } from '../../../../shared/model/series.ts';
import { useText } from '../../../text/use-text.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Form } from '../../../ui/inputs/form.tsx';
import { tellingWords } from '../../../text/telling-words.ts';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import type { ChartLine } from '../plot/line.ts';
import { LineName, Swatch } from '../line-name.tsx';

interface PointsEntryProps {
  readonly lines: readonly ChartLine[];
  readonly onAdd: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

/** Series by their ids, as they are typed, and those that are on the charts. */
export function PointsEntry({ lines, onAdd, onRemove }: PointsEntryProps): ReactNode {
  const t = useText();
  const [id, setId] = useState('');
  const typed = id.trim();
  const isTooLong = typed.length > LONGEST_ID;
  const words = useMemo(() => tellingWords(lines.map(({ label }) => label)), [lines]);
  return (
    <div className="points-entry">
      <Form
        onSubmit={() => {
          if (isTooLong) return;
          onAdd(typed);
          setId('');
        }}
      >
        <TextField
          label={t('charts.addPoint')}
          value={id}
          onChange={setId}
          hint={t('charts.addPointHint')}
          error={isTooLong ? t('charts.tooLong', { count: LONGEST_ID }) : null}
          mono
        />
        <Button type="submit" icon="plus" isDisabled={typed === '' || isTooLong}>
          {t('charts.add')}
        </Button>
      </Form>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <Swatch line={line} />
            <span className="grow">
              <LineName line={line} telling={words.get(line.label)} />
            </span>
            <IconButton
              icon="close"
              size="s"
              label={`${t('charts.remove')}: ${line.label}`}
              onPress={() => onRemove(line.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
