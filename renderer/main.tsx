import './ui/start.ts';
import { createRoot } from 'react-dom/client';
import { text } from './text/setup.ts';
import { App } from './app/app.tsx';
import { HostAway } from './app/host-away.tsx';
import { enter } from './state/connect.ts';
import { EngineProvider } from './state/engine.tsx';
import { EmptyState } from './ui/telling/empty-state.tsx';
import { UiProvider } from './ui/provider.tsx';

const place = document.querySelector('#app');
const entry = await enter();
if (place !== null)
  createRoot(place).render(
    <UiProvider>
      {entry.kind === 'refused' ? (
        <EmptyState icon="key" title={text('app.refusedTitle')}>
          {text('app.refusedWhy')}
        </EmptyState>
      ) : (
        <EngineProvider bridge={entry.bridge}>
          <App />
          <HostAway />
        </EngineProvider>
      )}
    </UiProvider>,
  );
