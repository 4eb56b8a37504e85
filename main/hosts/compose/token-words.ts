/** What to do where no token can be kept: one that a command keeps in memory ends with it. */
export const GIVE_EACH_TIME = 'Give it to each command, in SITESYNC_TOKEN or with --token-stdin.';
