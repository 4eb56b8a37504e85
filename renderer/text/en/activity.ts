/** Words of the history and of the trash. */
export const activity = {
  title: 'Activity',
  filter: 'Filter by path',
  what: 'What',
  file: 'File',
  site: 'Site',
  size: 'Size',
  when: 'When',
  none: 'Nothing was done yet',
  notKeptWhy: 'Keep it here, and each file that is sent or fetched is listed.',
  noneWhy: 'Each file that is sent, fetched, moved or put into the trash is listed here with its reason.',
  hidden: 'No path contains these letters',
  clear: 'Clear the filter',
  end: 'The newest {{count, number}} are listed. Older ones are found by their path.',
  endOfSite:
    'The newest {{count, number}} are listed. Older ones are found by their path under Activity of all sites.',
} as const;

export const trash = {
  title: 'Trash',
  subtitle: 'What you or a sync put away. Kept for 30 days, then removed for good.',
  filter: 'Filter the trash',
  name: 'Name',
  folder: 'Folder',
  site: 'Site',
  size: 'Size',
  when: 'Put away',
  none: 'The trash is empty',
  noneWhy: 'Nothing was put away on this computer in the last 30 days.',
  hidden: 'The filter hides all of it',
  clear: 'Clear the filter',
  restore: 'Restore',
  selected_one: '{{count, number}} selected · {{size}}',
  selected_other: '{{count, number}} selected · {{size}}',
  restored: 'Put back: {{names}}',
  problems_one: '{{message}}',
  problems_other: '{{count, number}} files stay in the trash. The first: {{message}}',
} as const;
