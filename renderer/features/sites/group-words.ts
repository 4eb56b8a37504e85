import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useText } from '../../text/use-text.ts';
import { format } from '../../ui/words/format.ts';
import { useConditionLook } from './condition-look.ts';
import { CONDITIONS, holdingOf } from './site-facts.ts';
import type { SiteGroup, SiteGrouping } from './site-list.ts';

interface GroupWords {
  readonly title: string;
  /** "9 sites · files of 43.2 GB". */
  readonly detail: string;
}

/** What a group is called, and how much of it lies on this computer. */
export function useGroupWords(grouping: SiteGrouping): (group: SiteGroup) => GroupWords {
  const t = useText();
  const look = useConditionLook();
  return ({ key, sites }) => {
    const size = sites.reduce((sum, site) => sum + bytesHere(site), 0);
    const detail =
      size === 0
        ? t('sites.groupCount', { count: sites.length })
        : t('sites.groupDetail', { count: sites.length, size: format.bytes(size) });
    return { title: titleOf(key), detail };
  };

  function titleOf(key: string): string {
    switch (grouping) {
      case 'kept':
        return t(key === 'kept' ? 'sites.here' : 'sites.conditions.online');
      case 'condition': {
        const condition = CONDITIONS.find((each) => each === key);
        return condition === undefined ? key : look(condition).word;
      }
      case 'organization':
        return key === '' ? t('sites.noOrganization') : t('sites.organization', { name: key });
      case 'country':
        return key === '' ? t('sites.noCountry') : key;
      case 'none':
        return t('sites.title');
      default:
        return grouping satisfies never;
    }
  }
}

function bytesHere(site: SiteSummary): number {
  return site.followed === null ? 0 : (holdingOf(site.categories)?.bytesHere ?? 0);
}
