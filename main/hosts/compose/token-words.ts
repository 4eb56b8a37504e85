/** What to do about a token, where that is more than to sign in: an end of a command leaves these words as they are. */
export const TOKEN_HINTS = {
  /** Where no token can be kept. */
  giveEachTime: 'Give it to each command, in SITESYNC_TOKEN or with --token-stdin.',
  /** Of one that no service could have given. */
  copyAgain: 'Copy it again, whole, and without words around it such as “Bearer”.',
} as const;
