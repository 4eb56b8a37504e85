export const TABS = ['overview', 'files', 'data', 'models', 'activity'] as const;
export type SiteTab = (typeof TABS)[number];

/** Of the catalogue. */
export const TAB_WORDS = {
  overview: 'app.overview',
  files: 'app.filesTab',
  data: 'charts.tab',
  models: 'models.tab',
  activity: 'app.activity',
} as const satisfies Record<SiteTab, string>;

/** As an address names it; null or unknown is the first. */
export function tabOf(wanted: string | null): SiteTab {
  return TABS.find((each) => each === wanted) ?? 'overview';
}
