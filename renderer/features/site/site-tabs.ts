export const TABS = ['overview', 'files', 'data', 'models', 'activity'] as const;
export type SiteTab = (typeof TABS)[number];

/** Keys of their words in the catalogue. */
export const TAB_WORDS = {
  overview: 'app.overview',
  files: 'app.filesTab',
  data: 'charts.tab',
  models: 'models.tab',
  activity: 'app.activity',
} as const satisfies Record<SiteTab, string>;

/** The tab that an address names; the first if it is null or unknown. */
export function tabOf(wanted: string | null): SiteTab {
  return TABS.find((each) => each === wanted) ?? 'overview';
}
