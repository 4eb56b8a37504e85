/** What a person may choose; `contrast` is the high contrast theme for reading in sunlight. */
export type Theme = 'system' | 'light' | 'dark' | 'contrast';
/** What is on the screen. */
export type ShownTheme = Exclude<Theme, 'system'>;

const root = (): HTMLElement => document.documentElement;
const systemDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');
const systemContrast = (): MediaQueryList => window.matchMedia('(prefers-contrast: more)');

/**
 * Writes the theme to the document, where the tokens read it. `system` leaves light and dark to CSS, and uses high
 * contrast if the system asks for more contrast.
 */
export function applyTheme(theme: Theme): void {
  followSystem?.();
  followSystem = null;
  write(theme);
  if (theme !== 'system') return;
  const contrast = systemContrast();
  const dark = systemDark();
  const again = (): void => write('system');
  contrast.addEventListener('change', again);
  dark.addEventListener('change', turnAtOnce);
  followSystem = () => {
    contrast.removeEventListener('change', again);
    dark.removeEventListener('change', turnAtOnce);
  };
}

let followSystem: (() => void) | null = null;

function write(theme: Theme): void {
  const shown = theme === 'system' && systemContrast().matches ? 'contrast' : theme;
  turnAtOnce();
  if (shown === 'system') delete root().dataset['theme'];
  else root().dataset['theme'] = shown;
}

let turning = 0;

/**
 * Everything changes its colours in one frame (tokens.css): what glides when the pointer comes to it would else stay behind,
 * dark buttons on a page that is light already.
 */
function turnAtOnce(): void {
  root().dataset['turning'] = '';
  cancelAnimationFrame(turning);
  turning = requestAnimationFrame(() => {
    turning = requestAnimationFrame(() => delete root().dataset['turning']);
  });
}

/** The theme on the screen now: for canvases and charts, which cannot read tokens by themselves. */
export function shownTheme(): ShownTheme {
  const written = root().dataset['theme'];
  if (written === 'light' || written === 'dark' || written === 'contrast') return written;
  return systemDark().matches ? 'dark' : 'light';
}

/** Calls back after the shown theme has changed; the returned function stops it. */
export function onThemeChange(listener: (theme: ShownTheme) => void): () => void {
  const tell = (): void => listener(shownTheme());
  const observer = new MutationObserver(tell);
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme'] });
  const dark = systemDark();
  dark.addEventListener('change', tell);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', tell);
  };
}
