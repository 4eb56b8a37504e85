import { parseCategory } from '../../../shared/model/category.ts';
import { UNKNOWN_CATEGORY } from './records.ts';
import type { FieldErrors } from './problem.ts';
import type { UploadForm } from './upload-form.ts';

/** The text fields of a create or update; what the form left out is absent. */
export interface FileFields {
  readonly site?: string;
  readonly category?: string;
  readonly name?: string;
  /** JSON text. */
  readonly metadata?: string;
}

export interface FieldRules {
  /** Names that must be in the form. */
  readonly required: readonly ('site' | 'category' | 'name' | 'file')[];
  readonly siteExists: (id: string) => boolean;
  readonly takesUnknownCategory: boolean;
  readonly refusesEmptyFiles: boolean;
}

const NAME_LENGTH = 255;
const BLANK = 'This field may not be blank.';

/** The field errors of a form, in the words of the Django REST framework; empty where there are none. */
export function checkForm(form: UploadForm, rules: FieldRules): FieldErrors {
  const errors: Record<string, readonly string[]> = {};
  const note = (name: string, message: string | null) => {
    if (message !== null) errors[name] = [message];
  };
  for (const name of ['site', 'category', 'name'] as const) {
    const value = form.fields.get(name);
    if (value !== undefined) note(name, checkText(name, value, rules));
    else if (rules.required.includes(name)) note(name, 'This field is required.');
  }
  note('metadata', checkMetadata(form.fields.get('metadata')));
  note('file', checkFile(form, rules));
  return errors;
}

/** The fields of a form without errors. */
export function fieldsOf(form: UploadForm): FileFields {
  const known = ['site', 'category', 'name', 'metadata'] as const;
  const entries = known.flatMap((name) => {
    const value = form.fields.get(name);
    if (value === undefined) return [];
    return [[name, name === 'category' && value === UNKNOWN_CATEGORY ? 'other' : value] as const];
  });
  return Object.fromEntries(entries);
}

function checkText(name: 'site' | 'category' | 'name', value: string, rules: FieldRules): string | null {
  if (name === 'category') {
    const known = parseCategory(value) !== null;
    return known || (rules.takesUnknownCategory && value === UNKNOWN_CATEGORY)
      ? null
      : `"${value}" is not a valid choice.`;
  }
  if (value === '') return BLANK;
  if (name === 'site') {
    return rules.siteExists(value) ? null : `Invalid pk "${value}" - object does not exist.`;
  }
  if (value.includes('\0')) return 'Null characters are not allowed.';
  // Characters, as the framework counts them: code points, not UTF-16 units.
  return Array.from(value).length > NAME_LENGTH
    ? `Ensure this field has no more than ${NAME_LENGTH} characters.`
    : null;
}

function checkMetadata(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    return 'Value must be valid JSON.';
  }
}

function checkFile(form: UploadForm, rules: FieldRules): string | null {
  if (form.fields.has('file')) {
    return 'The submitted data was not a file. Check the encoding type on the form.';
  }
  if (form.file === null) return rules.required.includes('file') ? 'No file was submitted.' : null;
  if (form.file.size === 0 && rules.refusesEmptyFiles) return 'The submitted file is empty.';
  return null;
}
