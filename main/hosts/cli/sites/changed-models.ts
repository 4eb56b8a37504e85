import { counted, numberText } from '../../../../shared/counted.ts';

/** At most this many are named. */
const NAMED = 3;

/** One line about models that were changed here, of which there is at least one. It is no trouble: nothing waits. */
export function changedModelsWords(paths: readonly string[]): string {
  const names = paths.slice(0, NAMED).join(', ');
  const more = paths.length > NAMED ? ` and ${numberText(paths.length - NAMED)} more` : '';
  return `${counted(paths.length, 'model')} changed here, and that is not sent: ${names}${more}`;
}

/** What to do if the change was meant for others. */
export const CHANGED_MODELS_HINT =
  'What is in Models comes from the service alone: copy a changed one to the folder 3D Model to share it. When it is pulled again, the copy that was changed goes to the trash.';
