import { counted, numberText } from '../../../../shared/counted.ts';

/** So many are named. */
const NAMED = 3;

/** Models that were changed here, at least one, in one line: no trouble, for nothing waits. */
export function changedModelsWords(paths: readonly string[]): string {
  const names = paths.slice(0, NAMED).join(', ');
  const more = paths.length > NAMED ? ` and ${numberText(paths.length - NAMED)} more` : '';
  return `${counted(paths.length, 'model')} changed here, and that is not sent: ${names}${more}`;
}

/** What to do where it was meant for others. */
export const CHANGED_MODELS_HINT =
  'What is in Models comes from the service alone: copy a changed one to the folder 3D Model to share it. When it is pulled again, the copy that was changed goes to the trash.';
