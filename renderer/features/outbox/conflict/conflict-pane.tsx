import { useState, type ReactNode } from 'react';
import type { Conflict, ConflictChoice } from '../../../../shared/ipc/outbox.ts';
import { categoryLabel } from '../../../../shared/model/category.ts';
import { baseName, folderOf } from '../../../../shared/model/rel-path.ts';
import { useAppFact, useDo } from '../../../state/engine.tsx';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { fileIcon, Icon } from '../../../ui/icons/icons.tsx';
import { RadioCards } from '../../../ui/inputs/radio-cards.tsx';
import { Truncate } from '../../../ui/words/truncate.tsx';
import { Pane } from '../pane/pane.tsx';
import { ConflictSide } from './conflict-side.tsx';
import { reasonKey } from './reason-key.ts';
import { useResolve } from './use-resolve.ts';
import { useComparison } from './use-texts.ts';
import './conflict.css';

interface ConflictPaneProps {
  readonly conflict: Conflict;
  /** All conflicts: a choice may be applied to the others too. */
  readonly all: readonly Conflict[];
}

/** Both versions side by side, three choices with their consequences, and the names that result. */
export function ConflictPane({ conflict, all }: ConflictPaneProps): ReactNode {
  const t = useText();
  const [choice, setChoice] = useState<ConflictChoice>('both');
  const [forAll, setForAll] = useState(false);
  const resolve = useResolve();
  const { comparison, busy } = useComparison(conflict);
  const content = { site: conflict.site, comparison, isCompared: !busy };
  const { siteName, mine, theirs, category } = conflict;
  // If the other version is gone there is nothing to choose, here or for others.
  const isAlone = theirs === null;
  const kept = isAlone ? 'mine' : choice;
  const others = isAlone ? 0 : all.length - 1;
  const isForAll = forAll && others > 0;
  return (
    <Pane
      title={baseName(theirs?.path ?? conflict.copy)}
      subtitle={`${siteName} · ${categoryLabel(category)} · ${t(`outbox.conflict.why.${reasonKey(conflict)}`)}`}
      decision={
        <>
          {!isAlone && <Choices choice={choice} onChoice={setChoice} />}
          <Afterwards conflict={conflict} choice={kept} />
        </>
      }
      aside={
        others > 0 && (
          <Checkbox isSelected={forAll} onChange={setForAll}>
            {t('outbox.conflict.sameForOthers', { count: others })}
          </Checkbox>
        )
      }
      actions={
        <>
          <OpenBoth conflict={conflict} />
          <Button
            variant="primary"
            isPending={resolve.busy}
            onPress={() => resolve.run(kept, isForAll ? all : [conflict])}
          >
            {isForAll
              ? t(`outbox.conflict.${kept}All`, { all: all.length })
              : t(`outbox.conflict.${CHOICES[kept]}`)}
          </Button>
        </>
      }
    >
      <div className="conflict-sides">
        <ConflictSide {...content} side="mine" version={mine} isNewer={isNewer(mine, theirs)} />
        <ConflictSide
          {...content}
          side="theirs"
          version={theirs}
          isNewer={theirs !== null && isNewer(theirs, mine)}
        />
      </div>
    </Pane>
  );
}

const CHOICES = { both: 'both', mine: 'mineKeep', theirs: 'theirsKeep' } as const;

interface ChoicesProps {
  readonly choice: ConflictChoice;
  readonly onChoice: (choice: ConflictChoice) => void;
}

function Choices({ choice, onChoice }: ChoicesProps): ReactNode {
  const t = useText();
  return (
    <RadioCards
      label={t('outbox.conflict.choose')}
      value={choice}
      onChange={onChoice}
      options={[
        { value: 'both', title: t('outbox.conflict.both'), detail: t('outbox.conflict.bothWhy') },
        { value: 'mine', title: t('outbox.conflict.mineKeep'), detail: t('outbox.conflict.mineWhy') },
        { value: 'theirs', title: t('outbox.conflict.theirsKeep'), detail: t('outbox.conflict.theirsWhy') },
      ]}
    />
  );
}

function isNewer(one: Conflict['mine'], other: Conflict['theirs']): boolean {
  return one.changedAt !== null && typeof other?.changedAt === 'number' && one.changedAt > other.changedAt;
}

function OpenBoth({ conflict }: { readonly conflict: Conflict }): ReactNode {
  const t = useText();
  const canOpen = useAppFact((state) => state.host.can.openFiles) === true;
  const open = useDo('files.open');
  const { site, mine, theirs } = conflict;
  if (!canOpen || theirs === null) return null;
  return (
    <Button
      onPress={() => {
        open.run({ site, key: mine.key });
        open.run({ site, key: theirs.key });
      }}
    >
      {t('outbox.conflict.openBoth')}
    </Button>
  );
}

const CONSEQUENCES = { both: 'bothWhy', mine: 'mineWhy', theirs: 'theirsWhy' } as const;

function Afterwards({
  conflict,
  choice,
}: {
  readonly conflict: Conflict;
  readonly choice: ConflictChoice;
}): ReactNode {
  const t = useText();
  const { theirs, plain, category } = conflict;
  const path = theirs?.path ?? plain;
  const name = baseName(path);
  const folder = folderOf(path);
  const line = (key: string, words: string, whose: string): ReactNode => (
    <span className="row" key={key}>
      <Icon name={fileIcon(name, category)} className="ink-3" />
      <Truncate text={words} />
      <span className="ink-3 nowrap">{whose}</span>
    </span>
  );
  return (
    <div className="conflict-after">
      {theirs === null ? (
        <span className="conflict-only">{t('outbox.conflict.aloneWhy')}</span>
      ) : (
        <span className="conflict-consequence">{t(`outbox.conflict.${CONSEQUENCES[choice]}`)}</span>
      )}
      <span className="ink-3">
        {folder === '' ? t('outbox.conflict.afterwardsAtTop') : t('outbox.conflict.afterwards', { folder })}
      </span>
      <span className="conflict-names">
        {choice !== 'mine' && theirs !== null && line('theirs', name, t('outbox.conflict.isTheirs'))}
        {choice === 'mine' && line('mine', name, t('outbox.conflict.isMine'))}
        {choice === 'both' && line('both', baseName(plain), t('outbox.conflict.isMine'))}
      </span>
    </div>
  );
}
