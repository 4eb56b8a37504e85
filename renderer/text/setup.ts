import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import { briefName } from './brief-name.ts';
import { LOCALE } from './locale.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

const words = createInstance();

// Without a backend the catalogue is there at once; the promise only tells so.
void words.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  // React escapes what it renders.
  interpolation: { escapeValue: false },
  initAsync: false,
});

// By itself it writes numbers as the catalogue's language does, beside sizes in the person's kind of English: `1,234` is
// 1234 in one and 1.234 in the other.
words.services.formatter?.add('number', (value: number, _, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(LOCALE, options).format(value),
);

words.services.formatter?.add('brief', briefName);

/** The words, for code outside of components; inside them `useText` follows a change of language. */
export const text = words.t;
