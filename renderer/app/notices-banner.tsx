import { useEffect, useState, type ReactNode } from 'react';
import { useAppFact } from '../state/engine.tsx';
import { useText } from '../text/use-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { announce } from '../ui/live-region.tsx';
import './notices-banner.css';

/** Over every screen while SiteSync works otherwise than it should, until that is over or was read. */
export function NoticesBanner(): ReactNode {
  const t = useText();
  // One text: the state comes anew four times a second.
  const said = useAppFact((state) => state.notices.join('\n')) ?? '';
  const [read, setRead] = useState('');
  const lines = said.split('\n').filter((line) => line !== '' && !read.split('\n').includes(line));
  const shown = lines.join('\n');
  useEffect(() => {
    if (shown !== '') announce(shown);
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
        title={t('status.noticeTitle')}
        tone="info"
        actions={<Button onPress={() => setRead(said)}>{t('status.noticeRead')}</Button>}
      >
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Banner>
    </div>
  );
}
