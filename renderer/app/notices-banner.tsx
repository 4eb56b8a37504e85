import { useEffect, useState, type ReactNode } from 'react';
import { useAppFact } from '../state/engine.tsx';
import { useText } from '../text/use-text.ts';
import { Banner } from '../ui/telling/banner.tsx';
import { Button } from '../ui/inputs/button.tsx';
import { announce } from '../ui/telling/live-region.tsx';
import './notices-banner.css';

/** More than these are scrolled, and so are fewer that say more than stands in a few lines of a narrow window. */
const FEW = 2;
const FEW_LETTERS = 300;

/** Over every screen while SiteSync works otherwise than it should, until that is over or was read. */
export function NoticesBanner(): ReactNode {
  const t = useText();
  // One text, since the state is a new object four times a second.
  const said = useAppFact((state) => state.notices.join('\n')) ?? '';
  const [read, setRead] = useState('');
  const lines = said.split('\n').filter((line) => line !== '' && !read.split('\n').includes(line));
  const shown = lines.join('\n');
  useEffect(() => {
    if (shown !== '') announce(shown, 'notices');
  }, [shown]);
  useEffect(() => {
    // What is over and comes back was not read.
    setRead((before) =>
      before
        .split('\n')
        .filter((line) => said.split('\n').includes(line))
        .join('\n'),
    );
  }, [said]);
  if (shown === '') return null;
  return (
    <div className="notices">
      <Banner
        title={t('status.noticeTitle', { count: lines.length })}
        icon="warn"
        actions={<Button onPress={() => setRead(said)}>{t('status.noticeRead')}</Button>}
      >
        <Lines lines={lines} />
      </Banner>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const t = useText();
  const said = lines.map((line) => <p key={line}>{line}</p>);
  const isShort = lines.length <= FEW && lines.join('').length <= FEW_LETTERS;
  if (isShort) return <div className="notices-lines">{said}</div>;
  return (
    <div
      className="notices-lines notices-many"
      role="group"
      aria-label={t('status.noticeTitle', { count: lines.length })}
      tabIndex={0}
    >
      {said}
    </div>
  );
}
