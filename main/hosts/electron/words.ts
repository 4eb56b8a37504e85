import { counted, numberText } from '../../../shared/counted.ts';
import type { AppState } from '../../../shared/ipc/app.ts';

/** Everything that the shell itself says: tray, menu, notifications and dialogs. */
export const WORDS = {
  starting: 'Starting…',
  ending: 'Finishing the current step…',
  signIn: 'Sign in to go on',
  paused: 'Paused',
  pausedUntil: (time: string) => `Paused until ${time}`,
  offline: 'Offline: your changes wait',
  serviceBusy: 'The service is busy',
  serviceFails: 'The service is failing',
  upToDate: 'Up to date',
  connecting: 'Connecting…',
  waiting: (count: number) => `${counted(count, 'change', 'changes')} waiting`,
  needs: (count: number) => (count === 1 ? '1 thing needs you' : `${numberText(count)} things need you`),
  syncing: (work: AppState['work']) => {
    const left = work.filesTotal - work.filesDone;
    return left > 0 ? `Syncing: ${counted(left, 'file', 'files')} left` : 'Syncing';
  },

  open: 'Open SiteSync',
  openFolder: 'Open the folder of your sites',
  pause: 'Pause',
  pauseFor: 'Pause for a while',
  pauses: { hour: 'For an hour', fourHours: 'For four hours', morning: 'Until the morning, 7:00' },
  resume: 'Resume',
  syncNow: 'Sync now',
  quit: 'Quit SiteSync',

  file: '&File',
  addFiles: 'Add files…',
  closeWindow: 'Close window',
  edit: '&Edit',
  view: '&View',
  go: '&Go',
  search: 'Search…',
  screens: { sites: 'Sites', outbox: 'Outbox', activity: 'Activity', trash: 'Trash', settings: 'Settings' },
  about: 'About SiteSync',

  needsYou: 'SiteSync needs you',
  signInAgain: 'Your sign-in is no longer accepted. Sign in again; your changes are safe and wait.',
  diskFull: 'The disk is full: downloads wait until there is room.',
  conflicts: (count: number) =>
    `${counted(count, 'file was', 'files were')} edited on both sides. Both versions are kept.`,
  held: (count: number) =>
    count === 1 ? '1 deletion waits for your yes.' : `${numberText(count)} deletions wait for your yes.`,
  problems: (count: number) =>
    count === 1 ? '1 file cannot go on without you.' : `${numberText(count)} files cannot go on without you.`,
  stillHere: 'SiteSync goes on in the background',
  stillHereWhy: 'Your sites stay in step while the window is closed. To end it, choose Quit in its menu.',
  jobDone: 'Done',
  syncDone: 'Your sites are up to date.',
  syncDoneBut: (count: number) => `The sync is done, and ${WORDS.needs(count)}.`,
  dropDone: (count: number) => `${counted(count, 'file was', 'files were')} added.`,

  update: (version: string) => `SiteSync ${version} is available`,
  updateWhy: (feed: string) =>
    `It comes from ${feed}, and nothing here can prove that the makers of SiteSync made it. It is fetched only if you agree, and installed when SiteSync closes.`,
  updateTake: 'Fetch and install',
  updateLeave: 'Not now',

  moveIn: 'Move SiteSync to the Applications folder?',
  moveInWhy:
    'Where it is now you can try it, but it cannot be updated or start with the computer. Your sites stay where they are.',
  move: 'Move',

  crashed: 'The window of SiteSync stopped working twice',
  hangs: 'The window of SiteSync is not answering',
  engineGoesOn: 'Only the window is affected: your sites stay in step, and nothing that was saved is lost.',
  openAgain: 'Open it again',
  notNow: 'Not now',
  wait: 'Wait',

  quitLoses: 'Quit before what you started is done?',
  quitLosesWhy:
    'Files that you dropped are not added, and what you decided about them is lost. A table that is being exported is not saved. The files themselves stay where they are.',
  stay: 'Stay',
  quitAnyway: 'Quit',

  fault: 'SiteSync stopped because of an error in the program',
  faultWhy: (file: string) =>
    `Nothing that was done is lost. Start it again. If this happens again, send the file ${file} to whoever looks after SiteSync here.`,

  notStarted: 'SiteSync cannot start',
} as const;
