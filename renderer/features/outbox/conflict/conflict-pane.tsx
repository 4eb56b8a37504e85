import { useState, type ReactNode } from 'react';
import { versionsOf, type Conflict, type ConflictChoice } from '../../../../shared/ipc/outbox.ts';
import { categoryLabel } from '../../../../shared/model/category.ts';
import { baseName, folderOf } from '../../../../shared/model/rel-path.ts';
import { useAppFact, useDo } from '../../../state/engine.tsx';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { fileIcon, Icon } from '../../../ui/icons/icons.tsx';
import { RadioCards } from '../../../ui/inputs/radio-cards.tsx';
import { Truncate } from '../../../ui/words/truncate.tsx';
import { AtSite, Pane } from '../pane/pane.tsx';
import { ConflictSide } from './conflict-side.tsx';
import { sideWords, whyTwo } from './conflict-words.ts';
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
  const { site, siteName, own, device, mine, theirs, category } = conflict;
  const content = { site, own, device, comparison, isCompared: !busy };
  // If the other version is gone there is nothing to choose, here or for others.
  const isAlone = theirs === null;
  // While mine is chosen, theirs may be freed from this computer.
  const kept = isAlone ? 'mine' : choice === 'mine' && !theirs.here ? 'both' : choice;
  // One choice for all has to mean the same in each.
  const alike = all.filter((each) => (each.own === 'neither') === (own === 'neither'));
  const others = isAlone ? 0 : alike.length - 1;
  const isForAll = forAll && others > 0;
  return (
    <Pane
      title={baseName(versionsOf(conflict).file?.path ?? conflict.copy)}
      subtitle={
        <AtSite name={siteName}>
          {categoryLabel(category)} · {whyTwo(conflict)}
        </AtSite>
      }
      decision={
        <>
          {!isAlone && <Choices conflict={conflict} choice={kept} onChoice={setChoice} />}
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
            onPress={() => resolve.run(kept, isForAll ? alike : [conflict])}
          >
            {actionWords(t, conflict, kept, isForAll ? alike.length : null)}
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

const CHOICES = { mine: 'mineKeep', theirs: 'theirsKeep' } as const;
const CHOICES_ALL = { mine: 'mineAll', theirs: 'theirsAll' } as const;

/** `all`: of how many conflicts; null: of this one alone. */
function actionWords(
  t: ReturnType<typeof useText>,
  { own, device }: Conflict,
  kept: ConflictChoice,
  all: number | null,
): string {
  if (kept === 'both')
    return all === null ? t('outbox.conflict.both') : t('outbox.conflict.bothAll', { all });
  const words = sideWords(own);
  return all === null
    ? t(`${words}.${CHOICES[kept]}`, { device })
    : t(`${words}.${CHOICES_ALL[kept]}`, { all });
}

interface ChoicesProps {
  readonly conflict: Conflict;
  readonly choice: ConflictChoice;
  readonly onChoice: (choice: ConflictChoice) => void;
}

function Choices({ conflict, choice, onChoice }: ChoicesProps): ReactNode {
  const t = useText();
  const { own, device, theirs } = conflict;
  const words = sideWords(own);
  return (
    <RadioCards
      label={t('outbox.conflict.choose')}
      value={choice}
      onChange={onChoice}
      options={[
        { value: 'both', title: t('outbox.conflict.both'), detail: t('outbox.conflict.bothWhy') },
        // What lies on the service alone can go to no trash, so nothing replaces it from here.
        ...(theirs?.here === false
          ? []
          : [
              {
                value: 'mine',
                title: t(`${words}.mineKeep`, { device }),
                detail: t(`${words}.mineWhy`),
              } as const,
            ]),
        { value: 'theirs', title: t(`${words}.theirsKeep`), detail: t(`${words}.theirsWhy`, { device }) },
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
  if (!canOpen || theirs?.here !== true) return null;
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

const CONSEQUENCES = { mine: 'mineWhy', theirs: 'theirsWhy' } as const;

function Afterwards({
  conflict,
  choice,
}: {
  readonly conflict: Conflict;
  readonly choice: ConflictChoice;
}): ReactNode {
  const t = useText();
  const { own, device, plain, category } = conflict;
  const { file } = versionsOf(conflict);
  const path = file?.path ?? plain;
  const words = sideWords(own);
  const whose = { mine: t(`${words}.isMine`, { device }), theirs: t(`${words}.isTheirs`) };
  const [ofFile, ofCopy] = own === 'file' ? [whose.mine, whose.theirs] : [whose.theirs, whose.mine];
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
      {file === null ? (
        <span className="conflict-only">{t('outbox.conflict.aloneWhy')}</span>
      ) : (
        <span className="conflict-consequence">
          {choice === 'both'
            ? t('outbox.conflict.bothWhy')
            : t(`${words}.${CONSEQUENCES[choice]}`, { device })}
        </span>
      )}
      <span className="ink-3">
        {folder === '' ? t('outbox.conflict.afterwardsAtTop') : t('outbox.conflict.afterwards', { folder })}
      </span>
      <span className="conflict-names">
        {choice === 'both' ? file !== null && line('file', name, ofFile) : line(choice, name, whose[choice])}
        {choice === 'both' && line('copy', baseName(plain), ofCopy)}
      </span>
    </div>
  );
}
