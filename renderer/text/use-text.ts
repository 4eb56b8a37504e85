import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import './setup.ts';

/** The words of the catalogue: `t('ui.close')`. */
export function useText(): TFunction {
  return useTranslation().t;
}
