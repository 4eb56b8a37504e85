/** What to do about a token if signing in is not enough: commands keep these words instead of their usual hint. */
export const TOKEN_HINTS = {
  /** Where no token can be kept. */
  giveEachTime: 'Give it to each command, in SITESYNC_TOKEN or with --token-stdin.',
  /** For a token that no service could have issued. */
  copyAgain: 'Copy it again, whole, and without words around it such as “Bearer”.',
} as const;
