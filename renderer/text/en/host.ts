/** Words for when SiteSync itself does not answer its window. */
export const host = {
  awayTitle: 'SiteSync is not answering',
  awayWhy:
    'It was stopped, or the computer slept. Your files are safe. After a sleep this page comes back by itself. If it was stopped, start it again and open the address that it prints.',
  shutOutTitle: 'SiteSync was restarted',
  shutOutWhy:
    'It does not know this page any more. Open the address that it printed; Enter in its terminal prints another one.',
  retry: 'Try again',
} as const;
