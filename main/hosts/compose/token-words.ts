/** What to do if no token can be kept: a command that keeps it in memory takes it along when it ends. */
export const GIVE_EACH_TIME = 'Give it to each command, in SITESYNC_TOKEN or with --token-stdin.';
