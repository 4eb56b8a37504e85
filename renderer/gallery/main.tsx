import '../ui/start.ts';
import '../text/setup.ts';
import { StrictMode, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '../ui/provider.tsx';
import { applyTheme, type Theme } from '../ui/look/theme.ts';
import { ComponentsPage } from './components-page.tsx';
import { FilesPage } from './files-page.tsx';
import { PagedPage } from './paged-page.tsx';
import { PreviewPage } from './preview-page.tsx';
import { SitesPage } from './sites-page.tsx';

// ?page=components|files|sites|paged|preview and ?theme=system|light|dark|contrast
const asked = new URLSearchParams(location.search);
const PAGES = new Map<string, ComponentType>([
  ['components', ComponentsPage],
  ['files', FilesPage],
  ['sites', SitesPage],
  ['paged', PagedPage],
  ['preview', PreviewPage],
]);
const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];

applyTheme(THEMES.find((theme) => theme === asked.get('theme')) ?? 'system');
const Page = PAGES.get(asked.get('page') ?? '') ?? ComponentsPage;

const root = document.querySelector('#app');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <Page />
      </UiProvider>
    </StrictMode>,
  );
}
