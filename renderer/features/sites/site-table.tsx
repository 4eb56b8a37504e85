import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useBridge, useDo } from '../../state/engine.tsx';
import { go } from '../../state/route.ts';
import { troublesOf } from '../../state/troubles.ts';
import { useText } from '../../text/use-text.ts';
import { ContextMenu } from '../../ui/inputs/menu.tsx';
import type { Sort } from '../../ui/table/columns.ts';
import { rowsOf } from '../../ui/table/source.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useDropDesk } from '../drop/drop-context.ts';
import { useGroupWords } from './group-words.ts';
import { siteColumns, type SiteLine } from './site-columns.tsx';
import {
  hasOrganizationNames,
  SORTS,
  type SiteGroup,
  type SiteGrouping,
  type SiteSort,
} from './site-list.ts';
import { useSiteMenu } from './use-site-menu.ts';

interface SiteTableProps {
  readonly groups: readonly SiteGroup[];
  readonly grouping: SiteGrouping;
  readonly now: number;
  readonly sort: Sort<SiteSort>;
  readonly onSort: (sort: Sort<SiteSort>) => void;
}

/** All listed facts of all sites, one a row; Enter opens, Shift+F10 tells what can be done. */
export function SiteTable({ groups, grouping, now, sort, onSort }: SiteTableProps): ReactNode {
  const t = useText();
  const { contentUrl } = useBridge();
  const desk = useDropDesk();
  const follow = useDo('sites.follow').run;
  const words = useGroupWords(grouping);
  const menuOf = useSiteMenu();
  const [menu, setMenu] = useState<{ site: SiteSummary; at: { x: number; y: number } } | null>(null);
  const source = useMemo(() => rowsOf(linesOf(groups, grouping), keyOf, textOf), [groups, grouping]);
  const hasOrganizations = hasOrganizationNames(groups.flatMap((group) => group.sites));
  const mostIssues = Math.max(0, ...groups.flatMap((group) => group.sites.map(troublesOf)));
  const columns = useMemo(
    () =>
      siteColumns({
        now,
        hasOrganizations,
        mostIssues,
        photoOf: ({ id, hasPhoto }) => (hasPhoto ? contentUrl('photo', id, 'photo') : null),
        add: ({ id }) => desk.ask(id, null, null),
        keep: ({ id }) => follow({ site: id, folder: null, keep: null }),
      }),
    [now, hasOrganizations, mostIssues, contentUrl, desk, follow],
  );
  const open = useCallback((line: SiteLine) => {
    if (line.kind === 'site') go({ screen: 'site', site: line.site.id });
  }, []);
  return (
    <>
      <VirtualTable
        label={t('sites.title')}
        source={source}
        columns={columns}
        rowHeight={40}
        sort={sort}
        onSortChange={({ by, descending }) =>
          onSort({ by: SORTS.find((each) => each === by) ?? 'name', descending })
        }
        onOpen={open}
        onMenu={(line, at) => {
          if (line.kind === 'site') setMenu({ site: line.site, at });
        }}
        rowTone={(line) => (line.kind === 'site' && line.site.followed === null ? 'faint' : null)}
        attributes={attributesOf}
        group={(line) => {
          if (line.kind === 'site') return null;
          const { title, detail } = words(line.group);
          return (
            <>
              {title} <span className="group-detail num">{detail}</span>
            </>
          );
        }}
      />
      <ContextMenu
        label={t('sites.menu', { site: menu?.site.name ?? '' })}
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : menuOf(menu.site)}
      />
    </>
  );
}

function linesOf(groups: readonly SiteGroup[], grouping: SiteGrouping): readonly SiteLine[] {
  return groups.flatMap((group): readonly SiteLine[] => [
    ...(grouping === 'none' ? [] : [{ kind: 'group', group } as const]),
    ...group.sites.map((site): SiteLine => ({ kind: 'site', site })),
  ]);
}

function keyOf(line: SiteLine): string {
  return line.kind === 'group' ? `group ${line.group.key}` : `site ${line.site.id}`;
}

function textOf(line: SiteLine): string {
  return line.kind === 'group' ? line.group.key : line.site.name;
}

function attributesOf(line: SiteLine): Readonly<Record<`data-${string}`, string>> {
  return line.kind === 'group' ? {} : { 'data-drop-site': line.site.id };
}
