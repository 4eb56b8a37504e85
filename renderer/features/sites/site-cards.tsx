import { Fragment, type ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useBridge } from '../../state/engine.tsx';
import { hrefOf } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { format, formatIn } from '../../ui/words/format.ts';
import { CardGrid, GroupHeading, SiteCard } from '../../ui/layout/site-card.tsx';
import { useDropDesk } from '../drop/drop-context.ts';
import { useGroupWords } from './group-words.ts';
import { KeepSite } from './keep-site.tsx';
import { SiteState } from './site-state.tsx';
import { conditionOf, knownHolding, organizationName } from './site-facts.ts';
import type { SiteGroup, SiteGrouping } from './site-list.ts';

interface SiteCardsProps {
  readonly groups: readonly SiteGroup[];
  readonly grouping: SiteGrouping;
  readonly now: number;
}

export function SiteCards({ groups, grouping, now }: SiteCardsProps): ReactNode {
  const words = useGroupWords(grouping);
  return groups.map((group) => (
    <Fragment key={group.key}>
      <GroupHeading {...words(group)} />
      <CardGrid>
        {group.sites.map((site) => (
          <OneCard key={site.id} site={site} now={now} />
        ))}
      </CardGrid>
    </Fragment>
  ));
}

/** Also a target of drops, with a button beside it that does the same. */
function OneCard({ site, now }: { readonly site: SiteSummary; readonly now: number }): ReactNode {
  const t = useText();
  const { contentUrl } = useBridge();
  const desk = useDropDesk();
  const isKept = site.followed !== null;
  const { amount, files, share } = useAmount(site);
  return (
    <SiteCard
      href={hrefOf({ screen: 'site', site: site.id })}
      name={site.name}
      photo={site.hasPhoto ? contentUrl('photo', site.id, 'photo') : null}
      place={[site.city, organizationName(site)].filter((part) => part !== null).join(' · ')}
      time={site.timezone === null ? '' : formatIn(site.timezone).time(now)}
      share={share}
      amount={amount}
      files={files}
      offline={!isKept}
      dropSite={site.id}
    >
      <span className="site-states">
        <SiteState site={site} />
      </span>
      <span className="site-tools">
        {isKept ? (
          <IconButton
            icon="plus"
            size="s"
            label={`${t('sites.addFiles')}: ${site.name}`}
            onPress={() => desk.ask(site.id, null, null)}
          />
        ) : (
          <KeepSite site={site.id} size="s" name={site.name} />
        )}
      </span>
    </SiteCard>
  );
}

interface Amount {
  readonly amount: string;
  readonly files: string;
  /** Only while something is missing. */
  readonly share?: number;
}

function useAmount(site: SiteSummary): Amount {
  const t = useText();
  const holding = knownHolding(site, site.categories);
  if (holding === null) return { amount: '', files: '' };
  const { files, here, bytes, bytesHere } = holding;
  if (site.followed === null || here >= files)
    return { amount: format.bytes(bytes), files: t('sites.files', { count: files }) };
  return {
    amount: format.bytesOf(bytesHere, bytes),
    files: t('sites.filesOf', { here, count: files }),
    ...(conditionOf(site) === 'ready' ? {} : { share: bytes === 0 ? here / files : bytesHere / bytes }),
  };
}
