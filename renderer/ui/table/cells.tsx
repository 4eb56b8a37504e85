import type { ReactNode } from 'react';
import type { Ending } from '../../text/split-name.ts';
import { Box } from '../inputs/checkbox.tsx';
import { Icon, type IconName } from '../icons/icons.tsx';
import { Truncate } from '../words/truncate.tsx';
import type { Point } from './use-grid-events.ts';
import './cells.css';

interface NameCellProps {
  readonly icon: IconName;
  readonly name: string;
  /** The folder, where nothing else of the row tells it from others of its name. */
  readonly folder?: string | undefined;
}

/** The icon of the type and a name whose ending stays readable. */
export function NameCell({ icon, name, folder }: NameCellProps) {
  return (
    <>
      <Icon name={icon} className="ink-3" />
      <Truncate text={name} />
      {folder !== undefined && <BesideName folder={folder} />}
    </>
  );
}

function BesideName({ folder }: { readonly folder: string }) {
  return (
    <span className="cell-folder t-small ink-2">
      <Truncate text={folder} ending="folder" />
    </span>
  );
}

interface NameOverCellProps extends NameCellProps {
  /** What has a column of its own where there is room for it. */
  readonly below: ReactNode;
}

/** As `NameCell`, in rows of 48 px. */
export function NameOverCell({ icon, name, folder, below }: NameOverCellProps) {
  return (
    <span className="cell-two">
      <Icon name={icon} className="ink-3" />
      <span className="cell-two-words">
        <span className="cell-two-name">
          <Truncate text={name} />
          {folder !== undefined && <BesideName folder={folder} />}
        </span>
        <span className="cell-two-detail t-small">{below}</span>
      </span>
    </span>
  );
}

/** Figures that line up. */
export function NumberCell({ children }: { readonly children: ReactNode }) {
  return <span className="num ink-2 nowrap">{children}</span>;
}

export function MutedCell({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className="ink-2 cut" {...(title === undefined ? {} : { title })}>
      {children}
    </span>
  );
}

interface MutedNameCellProps {
  readonly name: string;
  readonly ending?: Ending | undefined;
  /** Left out: the name. */
  readonly title?: string | undefined;
}

/** A name of a site, file or folder beside what the row is about: its ending, which tells it from others, stays. */
export function MutedNameCell({ name, ending, title }: MutedNameCellProps) {
  // An empty cell has no title and no label.
  if (name === '') return null;
  return (
    <span className="ink-2 cell-name">
      <Truncate text={name} ending={ending} title={title} />
    </span>
  );
}

interface CheckCellProps {
  readonly label: string;
  readonly isChecked: boolean | 'mixed';
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A box that means more than "selected". Plain, since a scroll brings dozens of them at once; F2 leads to it. */
export function CheckCell({ label, isChecked, isDisabled = false, onChange }: CheckCellProps) {
  return (
    <button
      type="button"
      role="checkbox"
      className="check-cell"
      tabIndex={-1}
      aria-label={label}
      aria-checked={isChecked}
      disabled={isDisabled}
      onClick={() => onChange(isChecked !== true)}
    >
      <Box isSelected={isChecked === true} isIndeterminate={isChecked === 'mixed'} />
    </button>
  );
}

interface PickCellProps {
  /** Says what is chosen too. */
  readonly label: string;
  readonly children: string;
  readonly onPress: (at: Point) => void;
}

/** What is chosen in a row, and the way to its menu, which the table shares. */
export function PickCell({ label, children, onPress }: PickCellProps) {
  return (
    <button
      type="button"
      className="pick-cell"
      tabIndex={-1}
      aria-label={label}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        onPress({ x: left, y: bottom + 4 });
      }}
    >
      <span className="cut">{children}</span>
      <Icon name="upDown" size={12} />
    </button>
  );
}

interface ToolCellProps {
  /** Left out where words say it. */
  readonly icon?: IconName;
  readonly label: string;
  readonly onPress: () => void;
  /** Words beside the icon: what the row is mostly opened for. */
  readonly children?: string | undefined;
}

/** A tool that every row has. */
export function ToolCell({ icon, label, onPress, children }: ToolCellProps) {
  return (
    <button
      type="button"
      className={children === undefined ? 'tool-cell' : 'tool-cell tool-cell-words'}
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
