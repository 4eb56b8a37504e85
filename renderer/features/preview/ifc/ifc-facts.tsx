import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Facts } from '../../../ui/layout/card.tsx';
import { classWords } from './class-words.ts';
import type { FactGroup } from './item-facts.ts';
import type { OpenIfc } from './load-ifc.ts';

interface IfcFactsProps {
  readonly model: OpenIfc;
  readonly item: number | null;
  readonly onGoTo: (item: number) => void;
}

/** The properties of one element, in sets as its author made them. */
export function IfcFacts({ model, item, onGoTo }: IfcFactsProps): ReactNode {
  const t = useText();
  const groups = useFacts(model, item);
  return (
    <section className="ifc-facts" aria-label={t('preview.ifc.properties')} tabIndex={0}>
      <header className="row">
        <h3 className="grow">{t('preview.ifc.properties')}</h3>
        {item !== null && (
          <Button size="s" onPress={() => onGoTo(item)}>
            {t('preview.ifc.show')}
          </Button>
        )}
      </header>
      {item === null && <p className="t-small ink-2">{t('preview.ifc.pick')}</p>}
      {item !== null && groups?.length === 0 && <p className="t-small ink-2">{t('preview.ifc.none')}</p>}
      {groups?.map(({ name, facts }, at) => (
        // Two sets may have one name; their order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={`${at} ${name}`} className="ifc-set">
          <h4>{name ?? t('preview.ifc.general')}</h4>
          <Facts
            items={facts.map(({ label, value }) => ({
              label,
              value: label === 'Class' ? classWords(value) : value,
            }))}
          />
        </div>
      ))}
    </section>
  );
}

function useFacts(model: OpenIfc, item: number | null): readonly FactGroup[] | null {
  const [known, setKnown] = useState<{ readonly item: number; readonly groups: readonly FactGroup[] } | null>(
    null,
  );
  useEffect(() => {
    if (item === null) return undefined;
    let isWanted = true;
    void model.facts(item).then((groups) => {
      if (isWanted) setKnown({ item, groups });
    });
    return () => {
      isWanted = false;
    };
  }, [model, item]);
  return item !== null && known?.item === item ? known.groups : null;
}
