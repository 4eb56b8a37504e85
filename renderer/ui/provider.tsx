import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { LOCALE } from '../text/locale.ts';
import { LiveRegion } from './telling/live-region.tsx';
import { ToastRegion } from './overlays/toast.tsx';

interface UiProviderProps {
  /** Goes to an address of the app, as `#/sites`. */
  readonly navigate?: ((href: string) => void) | undefined;
  readonly children: ReactNode;
}

/** Around the whole app: locale, links, toasts, the voice for screen readers. */
export function UiProvider({ navigate = goTo, children }: UiProviderProps) {
  return (
    <I18nProvider locale={LOCALE}>
      <RouterProvider navigate={navigate}>
        {children}
        <ToastRegion />
        <LiveRegion />
      </RouterProvider>
    </I18nProvider>
  );
}

function goTo(href: string): void {
  window.location.assign(href);
}
