import 'pdfjs-dist/build/pdf.worker.min.mjs';
import type { FromPdf, LeftOut } from './pdf-messages.ts';

/** The library leaves out of a page what it cannot show, and tells of that by a warning alone. */
const WARNINGS: readonly (readonly [RegExp, LeftOut])[] = [
  [/Image exceeded maximum allowed size/, 'tooLarge'],
  [/Unable to decode (?:inline )?image/, 'undecoded'],
  [
    /Invalid stream|getOperatorList - ignoring errors|translateFont failed|Filter ".*" is not supported/,
    'unread',
  ],
];

Object.assign(console, {
  warn: (warning: unknown): void => {
    const [, leftOut] = WARNINGS.find(([words]) => words.test(String(warning))) ?? [];
    // The library heeds no message without its own marks.
    if (leftOut !== undefined) postMessage({ leftOut } satisfies FromPdf);
  },
});
