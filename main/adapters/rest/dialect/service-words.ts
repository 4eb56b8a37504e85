import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';

const LONGEST = 300;
/** Characters of a text that are looked at for words: what a person reads stands at its beginning. */
const READ = 16 * 1024;

/**
 * What the body of an error says, as a person would read it: `detail`, `message` or `error` with what `errors` adds to it,
 * else the lists of words per field, else the text of a page of HTML, else the text itself. Empty where it says nothing.
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

/** No pattern looks twice at the same characters: a text that is made to hold it up holds up the whole program. */
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

/** Where the words are, the most telling first; `error` may be a code, which an `error_description` explains. */
const WORD_KEYS = ['error_description', 'detail', 'message', 'msg', 'error', 'title', 'non_field_errors'];

/** The error that an answer of success tells of; empty where it tells of none. A `message` may tell of a success, too. */
export function wordsOfError(json: unknown): string {
  if (!isJsonObject(json)) return '';
  const { error = null, errors = null } = json;
  if (isNone(error) && isNone(errors)) return '';
  // A mark or a number tells that there is one, and other words what it is.
  const isMark = [error, errors].some((each) => typeof each === 'boolean' || typeof each === 'number');
  return serviceWords('', isMark ? json : { error, errors });
}

/** Also where errors are counted. */
function isNone(error: unknown): boolean {
  return error === null || error === false || error === 0 || error === '';
}

/** What an answer says that is none of what was due; empty where it is no error either. */
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
  // Laravel and ASP.NET say in general what is wrong, and here what it is; with Rails all of it stands here.
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

/** FastAPI says where a field is: `["body", "category"]`. */
function fieldOf(place: unknown): string {
  const last: unknown = Array.isArray(place) ? place.at(-1) : null;
  return typeof last === 'string' && last !== 'body' ? last : '';
}

function named(field: string, words: string): string {
  return field === '' || words === '' ? words : `${field}: ${words}`;
}

/** One after the other, told apart where none of them ends by itself. */
function inTurn(all: readonly string[]): string {
  const words = all.map((each) => each.trim()).filter((each) => each !== '');
  return words
    .map((each, at) => (at < words.length - 1 && !/[.!?…;:]$/.test(each) ? `${each};` : each))
    .join(' ');
}
