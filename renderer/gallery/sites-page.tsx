import { useState } from 'react';
import { Chip } from '../ui/telling/chip.tsx';
import { FilterChips } from '../ui/inputs/filter-chips.tsx';
import { Icon } from '../ui/icons/icons.tsx';
import { PageHead, Scroll, Toolbar } from '../ui/layout/page-head.tsx';
import { SearchField } from '../ui/inputs/search-field.tsx';
import { SegmentedControl } from '../ui/inputs/segmented.tsx';
import { Select } from '../ui/inputs/select.tsx';
import { CardGrid, GroupHeading, SiteCard } from '../ui/layout/site-card.tsx';
import { SampleFrame } from './sample-frame.tsx';

const SORTS = [
  { value: 'attention', label: 'Needs attention first' },
  { value: 'name', label: 'Name' },
] as const;

/** Cards of sites. */
export function SitesPage() {
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<'attention' | 'name'>('attention');
  const [view, setView] = useState<'cards' | 'table'>('cards');
  const [chip, setChip] = useState<'all' | 'ready'>('all');
  return (
    <SampleFrame at="sites">
      <PageHead
        title="Sites"
        actions={
          <>
            <SearchField label="Filter sites" value={query} onChange={setQuery} keys="Ctrl+F" width={208} />
            <Select label="Sort" look="button" icon="sort" value={sort} onChange={setSort} options={SORTS} />
            <SegmentedControl
              label="View"
              value={view}
              onChange={setView}
              options={[
                { value: 'cards', label: 'Cards', icon: 'cards', iconOnly: true },
                { value: 'table', label: 'Table', icon: 'table', iconOnly: true },
              ]}
            />
          </>
        }
      />
      <Toolbar>
        <FilterChips
          label="Show"
          value={chip}
          onChange={setChip}
          options={[
            { value: 'all', label: 'All', count: 12 },
            { value: 'ready', label: 'Ready offline', icon: 'ok', count: 5 },
          ]}
        />
      </Toolbar>
      <Scroll label="Sites">
        <GroupHeading title="On this computer" detail="9 sites · files of 43.2 GB" />
        <Cards />
      </Scroll>
    </SampleFrame>
  );
}

function Cards() {
  return (
    <CardGrid>
      <SiteCard
        href="#/sites/rijnhaven"
        name="Rijnhaven Tower"
        photo={null}
        place="Rotterdam · Havenzicht"
        time="09:42"
        share={0.68}
        amount="12.6 of 18.6 GB"
        files="1,258 of 1,284 files"
      >
        <Chip tone="bad" icon="warn" onPress={() => undefined}>
          3 issues
        </Chip>
        <Chip tone="accent" icon="sync" onPress={() => undefined}>
          14 pending
        </Chip>
      </SiteCard>
      {['Alameda Library', 'Fjellveien Apartments', 'Harbour Cold Store 4'].map((name) => (
        <SiteCard
          key={name}
          href={`#/sites/${name}`}
          name={name}
          photo={null}
          place="Lisbon · Câmara Municipal"
          time="08:42"
          amount="1.3 GB"
          files="188 files"
        >
          <Icon name="ok" className="tone-ok" />
          Ready offline
        </SiteCard>
      ))}
      <SiteCard
        href="#/sites/quai"
        name="Quai 12 Laboratories"
        photo={null}
        place="Lyon · Rhône Bio Parc"
        time="09:42"
        amount="5.2 GB"
        files="640 files"
        offline
      >
        <Icon name="cloud" className="ink-3" />
        Online only
      </SiteCard>
    </CardGrid>
  );
}
