import { useState, type ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { IconButton, LinkButton } from '../../ui/inputs/button.tsx';
import { MenuButton } from '../../ui/inputs/menu.tsx';
import { HealthMark, type Mark } from '../health/health-mark.tsx';
import { ModelsSheet } from './models-sheet.tsx';
import { HealthSheet } from '../health/health-sheet.tsx';
import { healthSum, useHealthCheck } from '../health/use-health-check.ts';

const COUNTS = [
  ['data', 'haveData'],
  ['silent', 'silent'],
  ['unknown', 'unknown'],
  ['duplicated', 'duplicated'],
] as const satisfies readonly (readonly [Mark, string])[];

/** Told where there are any. */
const RARE = ['held', 'unclear', 'unchecked'] as const;

/** How the points of a site stand, in numbers; each leads to the list. */
export function HealthFoot({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<'health' | 'models' | null>(null);
  const { summary, check, checking } = useHealthCheck(site);
  if (summary === null) return null;
  const sum = healthSum(summary);
  // Each point once, also one that is silent and named twice.
  const toFix = sum.trouble;
  const isUnchecked = sum.unchecked === sum.points;
  return (
    <section className="points-foot" aria-label={t('datamodel.health')}>
      <div className="health-head">
        <span>{t('datamodel.health')}</span>
        <LinkButton onPress={() => setOpen('health')}>
          {toFix > 0 ? t('datamodel.toFix', { count: toFix }) : t('datamodel.openHealth')}
        </LinkButton>
        {/* In a low column, which has no room for a line of links. */}
        <span className="health-more">
          <MenuButton
            label={t('datamodel.moreHealth')}
            trigger={<IconButton icon="more" size="s" label={t('datamodel.moreHealth')} />}
            items={[
              { id: 'check', label: t('datamodel.check'), isDisabled: checking, onAction: check },
              { id: 'models', label: t('datamodel.modelsLink'), onAction: () => setOpen('models') },
            ]}
          />
        </span>
      </div>
      {isUnchecked ? (
        <span className="health-unasked ink-2">
          {t(checking ? 'datamodel.checking' : 'datamodel.neverChecked')}
        </span>
      ) : (
        <div className="health-counts num">
          {COUNTS.map(([mark, word]) => (
            <span key={mark}>
              <HealthMark mark={mark} />
              {t(`datamodel.${word}`, { count: sum[mark] })}
            </span>
          ))}
          {RARE.filter((mark) => sum[mark] > 0).map((mark) => (
            <span key={mark}>
              <HealthMark mark={mark} />
              {t(`datamodel.${mark}`, { count: sum[mark] })}
            </span>
          ))}
        </div>
      )}
      <div className="points-links">
        {checking ? (
          !isUnchecked && <span className="ink-2">{t('datamodel.checking')}</span>
        ) : (
          <LinkButton onPress={check}>{t('datamodel.check')}</LinkButton>
        )}
        <LinkButton onPress={() => setOpen('models')}>{t('datamodel.modelsLink')}</LinkButton>
      </div>
      <HealthSheet
        site={site}
        isOpen={open === 'health'}
        initial={toFix > 0 ? 'trouble' : 'all'}
        onClose={() => setOpen(null)}
      />
      <ModelsSheet site={site} isOpen={open === 'models'} onClose={() => setOpen(null)} />
    </section>
  );
}
