/** The states that the tray can show; the desktop app has the same names. */
export const TRAY_STATES = ['idle', 'busy', 'paused', 'offline', 'attention'] as const;
export type TrayState = (typeof TRAY_STATES)[number];

/** The mark of the app on its 20 × 20 field, as renderer/ui/icons/icons.tsx draws it. */
const MARK = 'M5 14.75V9.25M8.3 14.75V6.25M11.7 5.25v8.5M15 5.25v5.5';
const BLUE = '#2b56cc';

/** The app's own icon: the mark on its blue, with the air that desktops expect around it. */
export function appIcon(): string {
  return drawing(
    '-2 -2 24 24',
    `<rect width="20" height="20" rx="5" fill="${BLUE}"/>
     <path d="${MARK}" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/>`,
  );
}

/** In colour, for light and dark panels alike: the mark, and a badge whose shape says the state without its colour. */
export function trayIcon(state: TrayState): string {
  const colour = state === 'paused' || state === 'offline' ? '#6d6a64' : BLUE;
  return drawing(
    '0 0 20 20',
    `<rect width="20" height="20" rx="5.5" fill="${colour}"/>
     <path d="${MARK}" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/>
     ${badge(state, '#fff', BADGE_COLOURS[state])}`,
  );
}

/** For a Mac's menu bar, which colours the drawn parts itself: only their opacity counts, so the sign is cut out. */
export function trayTemplate(state: TrayState): string {
  const bars = `<path d="${MARK}" fill="none" stroke="#000" stroke-width="2.1" stroke-linecap="round"`;
  if (state === 'idle') return drawing('1 1 18 18', `${bars}/>`);
  return drawing(
    '1 1 19 19',
    `<mask id="gap"><rect width="20" height="20" fill="#fff"/><circle cx="14.5" cy="14.5" r="6.5" fill="#000"/></mask>
     <mask id="sign"><rect width="20" height="20" fill="#fff"/>
       <path d="${SIGNS[state]}" fill="none" stroke="#000" stroke-width="1.7" stroke-linecap="round"/></mask>
     ${bars} mask="url(#gap)"/><circle cx="14.5" cy="14.5" r="5.3" fill="#000" mask="url(#sign)"/>`,
  );
}

const BADGE_COLOURS: Readonly<Record<TrayState, string>> = {
  idle: BLUE,
  busy: '#1b7346',
  paused: '#4a4843',
  offline: '#4a4843',
  attention: '#b3281d',
};

/** Arrow: on its way. Two bars: paused. A stroke: no connection. A mark of exclamation: somebody is needed. */
function badge(state: TrayState, ink: string, ground: string): string {
  if (state === 'idle') return '';
  const disc = `<circle cx="14.5" cy="14.5" r="5.5" fill="${ground}" stroke="${ink}" stroke-width="1"/>`;
  return `${disc}<path d="${SIGNS[state]}" fill="none" stroke="${ink}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`;
}

const SIGNS: Readonly<Record<Exclude<TrayState, 'idle'>, string>> = {
  busy: 'M14.5 17.3v-5.4M12.3 13.8l2.2-2.2 2.2 2.2',
  paused: 'M13.2 12.4v4.2M15.8 12.4v4.2',
  offline: 'M12.2 16.8l4.6-4.6',
  attention: 'M14.5 11.6v3.2M14.5 17.3v.05',
};

function drawing(box: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${content}</svg>`;
}
