import type { ReactNode } from 'react';
import type { PointRow } from '../../../shared/ipc/datamodel.ts';
import { useText } from '../../text/use-text.ts';
import { format } from '../../ui/words/format.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import type { TellingWord } from '../../text/telling-words.ts';
import { VisuallyHidden } from '../../ui/telling/visually-hidden.tsx';
import { Truncate } from '../../ui/words/truncate.tsx';
import { equipmentIcon } from './equipment-icon.ts';
import { HealthMark, useMark } from '../health/health-mark.tsx';

/** Equipment, above its points. */
export function EquipmentLine({
  row,
}: {
  readonly row: PointRow & { readonly kind: 'equipment' };
}): ReactNode {
  const t = useText();
  const { name, label, class: kind, points, folded } = row;
  return (
    <>
      <Icon name={folded ? 'chevronRight' : 'chevronDown'} size={12} />
      <Icon name={equipmentIcon(name, kind)} />
      <span className="cut">{name ?? t('datamodel.noEquipment')}</span>
      {label !== null && <span className="cut point-note">{label}</span>}
      <span className="point-end num">{format.count(points)}</span>
    </>
  );
}

/** Letters at the end of a name: points of one kind differ there, as by their room. */
const KEPT = 6;

interface PointLineProps {
  readonly row: PointRow & { readonly kind: 'point' };
  /** Its label, with more where another point in view has the same. */
  readonly name: string;
  /** Of its name, what tells it from those of the points in view. */
  readonly telling: TellingWord | undefined;
  readonly isChecked: boolean;
  /** Colour of its line in a chart. */
  readonly colour: string | undefined;
  readonly onFavourite: () => void;
}

/** A point: chosen or not, with its unit and how it stands. */
export function PointLine({ row, name, telling, isChecked, colour, onFavourite }: PointLineProps): ReactNode {
  const t = useText();
  const mark = useMark()(row);
  return (
    <>
      <span
        className={isChecked ? 'point-box point-box-on' : 'point-box'}
        {...(isChecked && colour !== undefined ? { style: { background: colour, borderColor: colour } } : {})}
      >
        {isChecked && <Icon name="check" size={12} />}
      </span>
      <span className="grow">
        <Truncate text={name} ending={KEPT} telling={telling} />
      </span>
      {row.favourite && <VisuallyHidden>{t('datamodel.isFavourite')}</VisuallyHidden>}
      {/* Keys and screen readers have it below the list: here it would be spoken as a part of the name. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={row.favourite ? 'point-star point-star-on' : 'point-star'}
        title={t(row.favourite ? 'datamodel.unfavour' : 'datamodel.favour', { label: row.label })}
        onClick={onFavourite}
      >
        <Icon name="star" size={14} />
      </button>
      {row.unit !== null && <span className="point-unit cut">{row.unit}</span>}
      <HealthMark mark={mark.mark} label={mark.word} />
    </>
  );
}
