/**
 * Everything that this client assumes where the service's contract is silent. Each assumption stands in one place:
 *
 * - `dialect/requests.ts`: paths, the names of query and multipart fields, metadata as JSON text, the series query.
 * - `dialect/records.ts`, `field-names.ts`, `facts.ts`, `fingerprint.ts`, `sites.ts`: which fields a row must have, what
 *   odd ones mean, what identifies a version of a record.
 * - `dialect/as-listed.ts`: that a list may leave fields out, or give ids where a record by itself names more.
 * - `dialect/pages.ts`: the forms of `count` and `next`, bare arrays.
 * - `page-limit.ts`: a service that refuses a limit takes a smaller one.
 * - `dialect/write-replies.ts`: what a create or update answers; `file-calls.ts`: whether its record reads the same.
 * - `dialect/links.ts`: that a download may be answered with a link to the bytes.
 * - `dialect/errors.ts`, `service-words.ts`, `retry-after.ts`: what a status means and where the service's words are.
 * - `dialect/series.ts`, `series-points.ts`, `series-time.ts`: the shapes of a timeseries answer, of its times and of its
 *   values, and that one in pages is asked for in smaller parts; `series-reply.ts`: NaN, which is no JSON, in it, and
 *   an object on each line.
 */
export { type ListedForm, listedForm } from './dialect/as-listed.ts';
export {
  failureOfAnswer,
  failureOfNetwork,
  saying,
  signInFailure,
  unknownOutcome,
} from './dialect/errors.ts';
export type { Purpose } from './dialect/errors.ts';
export { linkToContent } from './dialect/links.ts';
export { pageOf, parsePage, rowsOf } from './dialect/pages.ts';
export type { AskedPage } from './dialect/pages.ts';
export { parseSiteFile, recordId } from './dialect/records.ts';
export type { Parsed } from './dialect/records.ts';
export {
  FILE_PART,
  PATHS,
  canBeAddressed,
  fileFormFields,
  listQuery,
  seriesBody,
} from './dialect/requests.ts';
export { parseSeries } from './dialect/series.ts';
export type { ParsedSeries } from './dialect/series.ts';
export {
  looksLikeHtml,
  namesTokens,
  serviceWords,
  wordsInstead,
  wordsOfError,
} from './dialect/service-words.ts';
export { parseSite } from './dialect/sites.ts';
export { parseWriteReply } from './dialect/write-replies.ts';
