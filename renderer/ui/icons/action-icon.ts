import type { IconName } from './icons.tsx';

const ICONS: Readonly<Record<string, IconName>> = {
  create: 'upload',
  update: 'upload',
  download: 'download',
  trashLocal: 'trash',
  delete: 'trash',
  replace: 'trash',
  deleteRemote: 'trash',
  moveLocal: 'edit',
  reconcile: 'conflict',
  resolve: 'conflict',
  putBack: 'undo',
  restore: 'undo',
  free: 'cloud',
};

/** The icon of something that was done, by the name of the engine's action. */
export function actionIcon(action: string): IconName {
  return ICONS[action] ?? 'ok';
}
