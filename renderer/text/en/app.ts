/** Words of the screens. */
export const app = {
  sites: 'Sites',
  outbox: 'Outbox',
  activity: 'Activity',
  trash: 'Trash',
  settings: 'Settings',
  goTo: 'Go to a site or file',
  nothingFound: 'Nothing is called that here.',
  lastSync: 'Last sync {{time}}',
  neverSynced: 'Not synced yet',
  pause: 'Pause',
  resume: 'Resume',
  refusedTitle: 'This address was used already',
  refusedWhy:
    'Each address lets one browser in, once. Start “sitesync serve” again, or use the browser that was let in.',
  starting: 'Starting SiteSync',
  here: 'On this computer',
  overview: 'Overview',
  filesTab: 'Files',
  openFolder: 'Open folder',
  stopKeeping: 'Stop keeping it here',
} as const;
