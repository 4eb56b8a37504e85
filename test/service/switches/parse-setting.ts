import { DEFAULT_FAULTS, FAULT_CHOICES } from './faults.ts';
import type { Settings } from './switches.ts';
import { DEFAULT_VARIATION, VARIATION_CHOICES } from './variation.ts';

export type ParsedSetting =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problem: string };

const DEFAULTS: Readonly<Record<string, unknown>> = { ...DEFAULT_VARIATION, ...DEFAULT_FAULTS };
const CHOICES: Readonly<Record<string, readonly unknown[] | undefined>> = {
  ...VARIATION_CHOICES,
  ...FAULT_CHOICES,
};

/** Every switch with its default, for the help text. */
export function describeSwitches(): readonly string[] {
  return Object.entries(DEFAULTS).map(([name, value]) => {
    const choices = CHOICES[name];
    const values = choices === undefined ? JSON.stringify(value) : choices.join(' | ');
    return `${name}: ${values}`;
  });
}

/**
 * Reads `name=value` of the command line. A value is JSON or plain text; a list may be written `a,b`, and a switch
 * that is either on or off may be named alone.
 */
export function parseSetting(text: string): ParsedSetting {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  const fallback = DEFAULTS[name];
  if (fallback === undefined) return { ok: false, problem: `There is no switch "${name}".` };
  const value = readValue(equals < 0 ? 'true' : text.slice(equals + 1), fallback);
  const problem = checkValue(name, value, fallback);
  return problem === null ? { ok: true, settings: { [name]: value } } : { ok: false, problem };
}

function readValue(text: string, fallback: unknown): unknown {
  if (typeof fallback === 'string') return text;
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(fallback) && !Array.isArray(value)) return [typeof value === 'object' ? value : text];
    return value;
  } catch {
    return Array.isArray(fallback) ? text.split(',') : text;
  }
}

function checkValue(name: string, value: unknown, fallback: unknown): string | null {
  const choices = CHOICES[name];
  if (choices !== undefined) {
    return choices.includes(value) ? null : `${name} is one of ${choices.join(', ')}.`;
  }
  if (typeof value !== typeof fallback || Array.isArray(value) !== Array.isArray(fallback)) {
    return `${name} takes a value like ${JSON.stringify(fallback)}.`;
  }
  if (typeof value === 'number' && !(value >= 0)) return `${name} cannot be negative.`;
  return null;
}
