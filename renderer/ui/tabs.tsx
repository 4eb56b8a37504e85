import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { format } from './format.ts';
import './tabs.css';

interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (id: T) => void;
  readonly tabs: readonly { readonly id: T; readonly label: string; readonly count?: number | undefined }[];
  /** What the chosen tab shows; it fills the room that is left. */
  readonly children: ReactNode;
}

/** The parts of one thing, each a whole view. */
export function Tabs<T extends string>({ label, value, onChange, tabs, children }: TabsProps<T>) {
  return (
    <AriaTabs
      className="tabs"
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = tabs.find(({ id }) => id === key);
        if (chosen !== undefined && chosen.id !== value) onChange(chosen.id);
      }}
      keyboardActivation="manual"
    >
      <TabList className="tab-list" aria-label={label}>
        {tabs.map(({ id, label: name, count }) => (
          <Tab key={id} id={id} className="tab">
            {name}
            {count !== undefined && <span className="tab-count num">{format.count(count)}</span>}
          </Tab>
        ))}
      </TabList>
      <TabPanel id={value} className="tab-panel" key={value}>
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
