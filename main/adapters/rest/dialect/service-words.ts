import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';

const LONGEST = 300;
/** How many characters of a text are searched: words for people stand at its beginning. */
const READ = 16 * 1024;

/**
 * What the body of an error says, for a person: `detail`, `message` or `error` with what `errors` adds; else the words
 * for each field; else the text of an HTML page; else the text itself. Empty if it says nothing.
 */
export function serviceWords(text: string, json: unknown): string {
  const words = json === undefined ? plainText(text) : wordsOfJson(json, 0);
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}

/** A page where JSON was due: a proxy, a sign-in page of a network, or the framework's own error page. */
export function looksLikeHtml(contentType: string, text: string): boolean {
  return /\bhtml\b/i.test(contentType) || /^\s*(?:<!doctype|<html|<head|<body)/i.test(text.slice(0, 500));
}

/** Schemes by which a service takes a token; a network asks in another one, or in none. */
const FOR_TOKENS = /\b(bearer|token|jwt)\b/i;

/** Does a refusal name how a token is sent (`WWW-Authenticate`)? */
export function namesTokens(challenge: string | null): boolean {
  return FOR_TOKENS.test(challenge ?? '');
}

/** No pattern looks at the same characters twice: a text made to be slow would block the whole program. */
function plainText(whole: string): string {
  const text = whole.slice(0, READ);
  if (!looksLikeHtml('', text) && !/<\/?[a-z][^<>]*>/i.test(text)) return text;
  const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() ?? '';
  const body = stripTags(text.replace(/<title[^<>]*>[^<]*<\/title>/gi, ' ')).trim();
  const both = title !== '' && body !== '' && !body.startsWith(title);
  return unescapeHtml(both ? `${title} – ${body}` : body || title);
}

function stripTags(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ').replace(/<[^>]*(>|$)/g, ' ');
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&ndash;', '–')
    .replaceAll('&amp;', '&');
}

/** The keys of the words, the most telling first. `error` may be a code, which `error_description` explains. */
const WORD_KEYS = ['error_description', 'detail', 'message', 'msg', 'error', 'title', 'non_field_errors'];

/** The error in an answer with a status of success; empty if there is none. A `message` may also tell of a success. */
export function wordsOfError(json: unknown): string {
  if (!isJsonObject(json)) return '';
  const { error = null, errors = null } = json;
  if (isNone(error) && isNone(errors)) return '';
  // A mark or a number only says that there is an error; other words say which.
  const isMark = [error, errors].some((each) => typeof each === 'boolean' || typeof each === 'number');
  return serviceWords('', isMark ? json : { error, errors });
}

/** Also true for a count of 0. */
function isNone(error: unknown): boolean {
  return error === null || error === false || error === 0 || error === '';
}

/** The words of an answer of the wrong kind; empty if it is no error either. */
export function wordsInstead(json: unknown): string {
  const isError = isJsonObject(json) && ERROR_KEYS.some((key) => Object.hasOwn(json, key));
  return isError ? serviceWords('', json) : '';
}

const ERROR_KEYS = ['detail', 'error', 'errors', 'message'];

/** Lists and objects are walked a few levels: `{"file": ["No file was submitted."]}` reads "file: No file was …". */
function wordsOfJson(json: unknown, depth: number): string {
  if (typeof json === 'string') return plainText(json);
  if (typeof json === 'number' || typeof json === 'boolean') return String(json);
  if (depth > 3) return '';
  if (Array.isArray(json))
    return inTurn(json.slice(0, 10).map((item: unknown) => wordsOfJson(item, depth + 1)));
  if (!isJsonObject(json)) return '';
  const said = firstWords(json, depth);
  // Laravel and ASP.NET have general words elsewhere and the details here; with Rails, all of it is here.
  const added = Object.hasOwn(json, 'errors') ? wordsOfJson(json['errors'], depth + 1) : '';
  if (said !== '' || added !== '') return inTurn([said, said.includes(added) ? '' : added]);
  const fields = Object.entries(json).slice(0, 10);
  return inTurn(fields.map(([field, value]) => named(field, wordsOfJson(value, depth + 1))));
}

function firstWords(json: JsonObject, depth: number): string {
  for (const key of WORD_KEYS) {
    const words = Object.hasOwn(json, key) ? wordsOfJson(json[key], depth + 1) : '';
    if (words !== '') return key === 'msg' ? named(fieldOf(json['loc']), words) : words;
  }
  return '';
}

/** FastAPI names the place of a field: `["body", "category"]`. */
function fieldOf(place: unknown): string {
  const last: unknown = Array.isArray(place) ? place.at(-1) : null;
  return typeof last === 'string' && last !== 'body' ? last : '';
}

function named(field: string, words: string): string {
  return field === '' || words === '' ? words : `${field}: ${words}`;
}

/** Joins the words, with marks between those that do not end in one. */
function inTurn(all: readonly string[]): string {
  const words = all.map((each) => each.trim()).filter((each) => each !== '');
  return words
    .map((each, at) => (at < words.length - 1 && !/[.!?…;:]$/.test(each) ? `${each};` : each))
    .join(' ');
}
